import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PEOPLE_ORDERS } from "../../domain/lists/search-and-order.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { UncheckedBadge } from "../../domain/profile-changes/unchecked-badge.tsx";
import { withoutAverage } from "../../domain/reviews/review-words.ts";
import { formatShortDay } from "../../shared/format.ts";
import { APPROVAL_STATUSES } from "../../shared/roles.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { StarRating } from "../../ui/star-rating.tsx";
import { KineRow } from "./kine-row.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

const LABELS = { pending: "Pendientes", approved: "Aprobados", rejected: "Rechazados" };
const states = APPROVAL_STATUSES.map((status) => ({ value: status, label: LABELS[status] }));
const unknown = <span className="text-muted">Sin datos</span>;

type Kine = Answers["profiles"]["kines"]["items"][number];

/** What decides, whole; how to reach a person and how they work is beside the list. */
const columns: readonly Column<Kine>[] = [
  { head: "Nombre", cell: ({ name }) => name, text: ({ name }) => name, orders: ["name", "name_down"] },
  {
    head: "Especialidad",
    cell: ({ specialty }) => specialty ?? unknown,
    text: ({ specialty }) => specialty,
    width: "w-56 @max-[73rem]:hidden",
  },
  {
    head: "Estado",
    cell: (kine) =>
      kine.approval_status === "approved" && !kine.license_checked ? (
        <UncheckedBadge />
      ) : (
        <ApplicationStatusBadge status={kine.approval_status} />
      ),
    width: "w-50",
  },
  {
    head: "Barrio",
    cell: (kine) => kine.location_city ?? unknown,
    text: ({ location_city }) => location_city,
    width: "w-32 @max-[56rem]:hidden",
  },
  {
    head: "Última vez",
    cell: ({ last_active_at }) => (last_active_at ? formatShortDay(last_active_at) : unknown),
    width: "w-30 @max-[84rem]:hidden",
  },
  {
    head: "Postulaciones, 30 días",
    cell: ({ recent_applications, recent_accepted }) =>
      recent_applications === 0 ? (
        <span className="text-muted">Ninguna</span>
      ) : (
        `${recent_accepted} de ${recent_applications} aceptadas`
      ),
    width: "w-44",
  },
  {
    head: "Calificación",
    cell: (kine) =>
      kine.average_stars === null ? (
        <span className="text-muted">{withoutAverage(kine)}</span>
      ) : (
        <StarRating average={kine.average_stars} count={kine.review_count} isCompact />
      ),
    text: (kine) => (kine.average_stars === null ? withoutAverage(kine) : null),
    width: "w-39",
  },
  {
    head: "Registro",
    cell: ({ created_at }) => formatShortDay(created_at),
    width: "w-30 @max-[73rem]:hidden",
    orders: ["newest", "oldest"],
  },
];

/** "Especialistas": approved or not, with rating and contact data. */
export default function Kines() {
  const listing = useListing(APPROVAL_STATUSES, PEOPLE_ORDERS);
  const kines = useInfiniteQuery(
    queries.profiles.kines.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, approval_status: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  const panel = usePanel();
  return (
    <AdminListPage
      title="Especialistas"
      panel={panel}
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por nombre, email o teléfono"
          filter={{ label: "Estado", all: "Todos", options: states }}
        >
          <DownloadButton
            asked={{ list: "kines", filter: { search: listing.input.search, approval_status: listing.filter } }}
          />
        </ListingBar>
      }
    >
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
        table={{
          label: "Especialistas",
          columns,
          idOf: ({ id }) => id,
          renderLead: ({ name, photo_url }) => <Avatar name={name} photoUrl={photo_url} size="tiny" />,
          isOpen: ({ id }) => panel.open?.id === id,
          onOpen: ({ id }) => panel.show({ kind: "persona", id }, panel.open !== null),
          order: listing.input.order,
          onOrder: listing.setOrder,
        }}
      >
        {(kine) => <KineRow key={kine.id} kine={kine} onOpen={() => panel.show({ kind: "persona", id: kine.id })} />}
      </PagedList>
    </AdminListPage>
  );
}
