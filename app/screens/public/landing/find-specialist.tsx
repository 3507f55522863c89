import { SearchForm } from "../../../domain/directory/search-form.tsx";

/** The directory's search, for patients who would rather look for a specialist than publish a case. */
export function FindSpecialist() {
  return (
    <section aria-labelledby="buscar" className="mx-auto max-w-6xl px-5 pb-14 md:px-6 md:pb-20">
      <h2 id="buscar" className="text-2xl md:text-3xl">
        Buscá un especialista
      </h2>
      <p className="mt-2 mb-5 text-muted">
        Por zona, especialidad, cobertura o precio.{" "}
        <a href="/kinesiologos" className="text-primary underline underline-offset-4">
          Ver todos los kinesiólogos
        </a>
      </p>
      <SearchForm />
    </section>
  );
}
