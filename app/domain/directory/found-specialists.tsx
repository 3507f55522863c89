import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams, useSubmit } from "react-router";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { useProduct } from "../../shared/app-context.ts";
import { errorCode } from "../../shared/errors.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { SpecialistCard } from "../profiles/specialist-card.tsx";
import { Filters } from "./filters.tsx";
import { SearchForm } from "./search-form.tsx";

const LIST = "/dashboard/patient/kines";

/** The patient's list, with the directory's search and filters; the parameter "en" is the path of the directory's page. */
export function FoundSpecialists() {
  const navigate = useNavigate();
  const submit = useSubmit();
  const [params] = useSearchParams();
  const { productName } = useProduct();
  const path = params.get("en") ?? "/kinesiologos";
  const query = new URLSearchParams([...params].filter(([name]) => name !== "en")).toString();
  const found = useQuery({
    ...queries.directory.specialists.queryOptions({ input: { path, query } }),
    placeholderData: keepPreviousData,
  });
  const page = found.data;
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(event.currentTarget);
  }
  function turn(to: number) {
    const asked = (page?.asked ?? []).map(({ name, value }) => [name, value]);
    // The first page's address has no number.
    return navigate(`?${new URLSearchParams([["en", path], ...asked, ...(to > 1 ? [["pagina", String(to)]] : [])])}`);
  }
  return (
    <div className="grid gap-6">
      <PlaceSearch />
      {neverLoaded(found) ? (
        <ErrorState
          message={
            errorCode(found.error) === "NOT_FOUND"
              ? "No encontramos especialistas acá"
              : "Error al cargar los especialistas"
          }
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : !page ? (
        <CardListSkeleton hasPhoto />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[17rem_1fr]">
          <Filters
            page={{ ...page, path: LIST }}
            within={{ name: "en", value: page.path }}
            clear={
              <ButtonLink to={`?${new URLSearchParams([["en", page.path]])}`} variant="quiet" size="small" isWide>
                Sacar los filtros
              </ButtonLink>
            }
            onSubmit={filter}
          />
          <section aria-label={page.heading} className="grid min-w-0 gap-4">
            <p role="status" className="text-muted">
              {page.heading}: {plural(page.total, "especialista", "especialistas")}
            </p>
            {page.total === 0 && (
              <EmptyState illustration={<NoMessages />} title="Nadie cumple con todo lo que elegiste">
                Probá con una distancia mayor o con menos condiciones.
              </EmptyState>
            )}
            <ul className="grid gap-4">
              {page.items.map((specialist) => (
                <SpecialistCard key={specialist.id} specialist={specialist} productName={productName} />
              ))}
            </ul>
            {page.pages > 1 && (
              <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
                <Button variant="secondary" isDisabled={page.page === 1} onPress={() => void turn(page.page - 1)}>
                  Anterior
                </Button>
                <span className="text-sm text-muted">
                  Página {page.page} de {page.pages}
                </span>
                <Button
                  variant="secondary"
                  isDisabled={page.page === page.pages}
                  onPress={() => void turn(page.page + 1)}
                >
                  Siguiente
                </Button>
              </nav>
            )}
          </section>
        </div>
      )}
      <p>
        <ButtonLink to={LIST} variant="quiet" size="small">
          Ver todos los especialistas
        </ButtonLink>
      </p>
    </div>
  );
}

function PlaceSearch() {
  const navigate = useNavigate();
  const [unknown, setUnknown] = useState<string | null>(null);
  const search = useMutation({
    mutationFn: (typed: { what: string; where: string }) => queries.directory.search.call(typed),
    onSuccess({ to, unknown: text }) {
      setUnknown(text);
      if (to === null) return;
      const { pathname, searchParams } = new URL(to, location.origin);
      void navigate(`?${new URLSearchParams([["en", pathname], ...searchParams])}`);
    },
  });
  function onSearch(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    search.mutate({ what: String(fields.get("que") ?? ""), where: String(fields.get("donde") ?? "") });
  }
  return (
    <div className="grid gap-2">
      <SearchForm onSearch={onSearch} />
      <p role="alert" className="text-danger empty:hidden">
        {search.isError ? "No se pudo buscar. Probá de nuevo." : unknown !== null && `No conocemos «${unknown}».`}
      </p>
    </div>
  );
}
