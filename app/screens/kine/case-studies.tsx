import type { Answers } from "../../client/api.ts";
import { StudiesList } from "../../domain/studies/studies-list.tsx";
import { plural } from "../../shared/format.ts";
import { Icon } from "../../ui/icons.tsx";

type CaseView = Answers["cases"]["view"];

const howToOpen = ({ studies_access, status, poster_name }: CaseView) =>
  status === "closed"
    ? "El caso está cerrado."
    : studies_access === "verified"
      ? `Los vas a poder abrir cuando comprobemos tu matrícula, o si ${poster_name} acepta tu postulación.`
      : `Los vas a poder abrir si ${poster_name} acepta tu postulación.`;

/** The studies of a case, or how many there are and when they open. */
export function CaseStudies({ data }: { data: CaseView }) {
  if (data.studies.length === 0 && data.studies_withheld === 0) return null;
  return (
    <section aria-labelledby="case-studies" className="flex flex-col gap-3">
      <h3 id="case-studies" className="text-lg">
        Estudios
      </h3>
      {data.studies_withheld > 0 ? (
        <p className="flex items-start gap-2 rounded-card bg-sunken p-4">
          <Icon name="lock" className="mt-0.5 size-5" />
          <span>
            {plural(data.studies_withheld, "estudio adjunto", "estudios adjuntos")}. {howToOpen(data)}
          </span>
        </p>
      ) : (
        <StudiesList studies={data.studies} />
      )}
    </section>
  );
}
