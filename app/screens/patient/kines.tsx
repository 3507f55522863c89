import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { queries } from "../../client/api.ts";
import { CoverageField } from "../../domain/coverages/coverage-field.tsx";
import type { CoveredKinesProps } from "../../domain/coverages/covered-kines.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { SpecialistCard } from "../../domain/profiles/specialist-card.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { late } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

const CoveredKines = late<CoveredKinesProps>(
  async () => (await import("../../domain/coverages/covered-kines.tsx")).CoveredKines,
  () => <CardListSkeleton hasPhoto />,
);

const FoundSpecialists = late(
  async () => (await import("../../domain/directory/found-specialists.tsx")).FoundSpecialists,
  () => <CardListSkeleton hasPhoto />,
);

/** "Especialistas": the specialists that a patient can choose: all, by coverage, or by the directory's filters. */
export default function Specialists() {
  const [coverage, setCoverage] = useState<{ id: number; short: string } | null>(null);
  const isSearched = useSearchParams()[0].has("en");
  const total = useQuery(queries.profiles.specialistCount.queryOptions());
  return (
    <>
      <h1 className="mb-1 text-2xl md:mb-2 md:text-3xl">Especialistas{total.data && ` (${total.data.count})`}</h1>
      <p className="mt-2 mb-6 text-muted max-md:hidden">
        Nuestro equipo aprueba a cada especialista. Para que te atiendan, publicá tu caso.
      </p>
      {isSearched ? (
        <FoundSpecialists />
      ) : (
        <>
          <p className="mb-2 md:mb-6">
            <ButtonLink to="?en=/kinesiologos" variant="secondary" size="small" icon="search">
              Buscar por barrio, precio o día
            </ButtonLink>
          </p>
          <div className="mb-3 max-w-md md:mb-6">
            <CoverageField label="Filtrar por cobertura" value={coverage} onChange={setCoverage} />
          </div>
          {coverage ? <CoveredKines coverage={coverage} /> : <AllSpecialists />}
        </>
      )}
    </>
  );
}

function AllSpecialists() {
  const { productName } = useProduct();
  const specialists = useInfiniteQuery(
    queries.profiles.specialists.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  return (
    <PagedList
      list={specialists}
      failure="No se pudieron cargar los especialistas"
      empty={
        <EmptyState
          illustration={<NoMessages />}
          title="Todavía no hay especialistas"
          action={
            <ButtonLink to="/dashboard/patient/cases" variant="secondary">
              Ir a mis casos
            </ButtonLink>
          }
        >
          Publicá tu caso: quienes se sumen van a poder responderte.
        </EmptyState>
      }
      hasPhoto
      isWide
      lines={7}
    >
      {(specialist) => <SpecialistCard key={specialist.id} specialist={specialist} productName={productName} />}
    </PagedList>
  );
}
