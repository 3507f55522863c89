import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ListedCaseCard } from "./listed-case-card.tsx";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { CASE_STATUS_LABELS_FOR_ADMIN, CASE_STATUSES } from "../../domain/cases/case.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { CloseCaseAction } from "../../domain/moderation/moderation-actions.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";

const states = CASE_STATUSES.map((status) => ({ value: status, label: CASE_STATUS_LABELS_FOR_ADMIN[status] }));

/** "Casos": all published cases. */
export default function Cases() {
  const listing = useListing(CASE_STATUSES);
  const cases = useInfiniteQuery(
    queries.cases.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, status: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  useMarkSeen("case", cases.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return (
    <>
      <h1 className="mb-6 text-3xl">Casos</h1>
      <ListingBar
        listing={listing}
        searchLabel="Buscar por título"
        filter={{ label: "Estado", all: "Todos", options: states }}
      />
      <PagedList
        list={cases}
        failure="No se pudieron cargar los casos"
        empty={
          <EmptyState illustration={<NoCases />} title="No hay casos registrados">
            Cuando un paciente publique un caso, va a aparecer acá.
          </EmptyState>
        }
        narrowing={listing}
      >
        {(listed) => (
          <ListedCaseCard key={listed.id} listed={listed}>
            {listed.status !== "closed" && (
              <div>
                <CloseCaseAction closed={listed} />
              </div>
            )}
          </ListedCaseCard>
        )}
      </PagedList>
    </>
  );
}
