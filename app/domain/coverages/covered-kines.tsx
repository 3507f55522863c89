import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { useProduct } from "../../shared/app-context.ts";
import { formatDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { inPages } from "../lists/in-pages.ts";
import { PagedList } from "../lists/paged-list.tsx";
import { SpecialistCard } from "../profiles/specialist-card.tsx";
import { ageInWords, coverageTerms } from "./coverage-words.ts";

type Chosen = { id: number; short: string };

export type CoveredKinesProps = { coverage: Chosen };

/** The specialists who confirmed a coverage, and below them the specialists with an older confirmation. */
export function CoveredKines({ coverage }: CoveredKinesProps) {
  const confirmed = useKines(coverage, true);
  const unconfirmed = useKines(coverage, false);
  const { productName } = useProduct();
  const hasOthers = unconfirmed.data?.pages.some(({ items }) => items.length > 0);
  return (
    <div className="flex flex-col gap-10">
      <PagedList
        list={confirmed}
        failure="No se pudieron cargar los especialistas"
        empty={
          <EmptyState illustration={<NoMessages />} title={`Nadie confirmó ${coverage.short} en los últimos 90 días`}>
            Publicá tu caso con tu cobertura: quienes atiendan por ella van a poder responderte.
          </EmptyState>
        }
        hasPhoto
        isWide
      >
        {(specialist) => (
          <SpecialistCard key={specialist.id} specialist={specialist} productName={productName}>
            <Badge tone="info" icon="wallet">
              {coverage.short}: {coverageTerms(specialist).toLowerCase()}
            </Badge>
            <span className="text-sm text-muted">
              {ageInWords(specialist)
                ? `Dato ${ageInWords(specialist)}`
                : `Confirmada el ${formatDay(specialist.confirmed_at)}`}
            </span>
          </SpecialistCard>
        )}
      </PagedList>
      {hasOthers && (
        <section aria-labelledby="unconfirmed" className="flex flex-col gap-4">
          <h2 id="unconfirmed" className="text-2xl">
            Puede que atiendan por {coverage.short}
          </h2>
          <p className="text-muted">Hace más de 90 días que no lo confirman. Preguntales antes de ir.</p>
          <PagedList
            list={unconfirmed}
            failure="No se pudieron cargar los demás especialistas"
            empty={null}
            hasPhoto
            isWide
          >
            {(specialist) => (
              <SpecialistCard key={specialist.id} specialist={specialist} productName={productName}>
                <Badge tone="warning">
                  {coverage.short}, {ageInWords(specialist)}
                </Badge>
              </SpecialistCard>
            )}
          </PagedList>
        </section>
      )}
    </div>
  );
}

function useKines({ id }: Chosen, is_confirmed: boolean) {
  return useInfiniteQuery(
    queries.coverages.kines.infiniteOptions({
      input: (before: string | null) => ({ coverage_id: id, is_confirmed, before }),
      ...inPages,
    }),
  );
}
