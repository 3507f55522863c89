import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { KineCard } from "./kine-card.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";

const LABELS = { pending: "Pendientes", approved: "Aprobados", rejected: "Rechazados" };
const states = APPROVAL_STATUSES.map((status) => ({ value: status, label: LABELS[status] }));

/** "Especialistas": approved or not, with rating and contact data. */
export default function Kines() {
  const listing = useListing(APPROVAL_STATUSES);
  const kines = useInfiniteQuery(
    queries.profiles.kines.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, approval_status: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <h1 className="mb-6 text-3xl">Especialistas</h1>
      <ListingBar
        listing={listing}
        searchLabel="Buscar por nombre, email o teléfono"
        filter={{ label: "Estado", all: "Todos", options: states }}
      />
      <PagedList
        list={kines}
        failure="No se pudieron cargar los especialistas"
        empty={
          <EmptyState
            illustration={<NoMessages />}
            title="No hay especialistas registrados"
            action={
              <ButtonLink to="/dashboard/admin/applications" variant="secondary">
                Ver solicitudes
              </ButtonLink>
            }
          />
        }
        narrowing={listing}
        hasPhoto
      >
        {(kine) => <KineCard key={kine.id} kine={kine} />}
      </PagedList>
    </>
  );
}
