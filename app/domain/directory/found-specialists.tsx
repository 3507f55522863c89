import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Link, useNavigate, useSearchParams, useSubmit } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
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
import { Chips } from "./chips.tsx";
import { Filters } from "./filters.tsx";
import { inPatientsList, PlaceSearch } from "./place-search.tsx";
import { ListHead } from "./search-form.tsx";

const LIST = "/dashboard/patient/kines";

type Page = Answers["directory"]["specialists"];

/** The patient's list, with the directory's search and filters; the parameter "en" is the path of the directory's page. */
export function FoundSpecialists() {
  const submit = useSubmit();
  const [params] = useSearchParams();
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
  if (neverLoaded(found)) {
    return (
      <div className="grid gap-6">
        <PlaceSearch />
        <ErrorState
          message={
            errorCode(found.error) === "NOT_FOUND"
              ? "No encontramos especialistas acá"
              : "Error al cargar los especialistas"
          }
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
        <AllOfThem />
      </div>
    );
  }
  if (!page) return <CardListSkeleton hasPhoto />;
  const { searched, heading, total } = page;
  return (
    <div className="grid gap-1 md:gap-6">
      <ListHead
        // Another list closes the search and fills it again.
        key={`${page.path} ${searched.what} ${searched.where}`}
        isSearched={searched.what + searched.where !== ""}
        heading={<h2 className="col-span-full text-lg md:text-2xl">{page.search_heading ?? heading}</h2>}
        summary={
          <p role="status" className="text-muted">
            {total > 0 || page.is_filtered ? plural(total, "especialista", "especialistas") : "Todavía nadie acá"}
          </p>
        }
        search={<PlaceSearch {...searched} />}
      />
      <div className="grid items-start gap-2 lg:grid-cols-[17rem_1fr] lg:gap-6">
        <Filters
          page={{ ...page, path: LIST }}
          within={{ name: "en", value: page.path }}
          chips={<Chips chips={page.chips} link={ChipLink} />}
          clear={
            <ButtonLink to={inPatientsList(page.path)} variant="quiet" size="small" isWide>
              Sacar los filtros
            </ButtonLink>
          }
          onSubmit={filter}
        />
        <section aria-label={heading} className="grid min-w-0 gap-3">
          {total === 0 && page.is_filtered && (
            <EmptyState illustration={<NoMessages />} title="Nadie cumple con todo lo que elegiste">
              Probá con una distancia mayor o con menos condiciones.
            </EmptyState>
          )}
          <Cards of={page.items} />
          <Pages page={page} />
          {page.near.length > 0 && (
            <>
              <h3 className="text-lg">Atienden cerca</h3>
              <Cards of={page.near} />
            </>
          )}
        </section>
      </div>
      <AllOfThem />
    </div>
  );
}

const ChipLink = ({ to, ...link }: { to: string; className: string }) => <Link to={inPatientsList(to)} {...link} />;

function Cards({ of: specialists }: { of: Page["items"] }) {
  const { productName } = useProduct();
  if (specialists.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {specialists.map((specialist) => (
        <SpecialistCard key={specialist.id} specialist={specialist} productName={productName} />
      ))}
    </ul>
  );
}

function Pages({ page: { path, asked, page, pages } }: { page: Page }) {
  const navigate = useNavigate();
  if (pages < 2) return null;
  // The first page's address has no number.
  const turn = (to: number) =>
    void navigate(
      `?${new URLSearchParams([["en", path], ...asked.map(({ name, value }) => [name, value]), ...(to > 1 ? [["pagina", String(to)]] : [])])}`,
    );
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-3">
      <Button variant="secondary" isDisabled={page === 1} onPress={() => turn(page - 1)}>
        Anterior
      </Button>
      <span className="text-sm text-muted">
        Página {page} de {pages}
      </span>
      <Button variant="secondary" isDisabled={page === pages} onPress={() => turn(page + 1)}>
        Siguiente
      </Button>
    </nav>
  );
}

function AllOfThem() {
  return (
    <p>
      <ButtonLink to={LIST} variant="quiet" size="small">
        Ver todos los especialistas
      </ButtonLink>
    </p>
  );
}
