import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { CaseStatusBadge } from "../../domain/cases/case-status-badge.tsx";
import { CASE_STATUS_LABELS_FOR_ADMIN, CASE_STATUSES } from "../../domain/cases/case.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { CASE_ORDERS } from "../../domain/lists/search-and-order.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { UNNAMED_AUTHOR } from "../../domain/reviews/review-words.ts";
import { formatShortDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoCases } from "../../ui/illustrations/empty.tsx";
import { CaseRow, isQuiet, openWaitWords } from "./case-row.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

const states = CASE_STATUSES.map((status) => ({ value: status, label: CASE_STATUS_LABELS_FOR_ADMIN[status] }));
const letters = [{ key: "f", what: "Cerrar el caso", buttons: ["Cerrar caso"], isOfPanel: true }] as const;

type Case = Answers["cases"]["list"]["items"][number];

const columns: readonly Column<Case>[] = [
  { head: "Título", cell: ({ title }) => title, text: ({ title }) => title },
  {
    head: "Estado",
    cell: ({ status }) => <CaseStatusBadge status={status} labels={CASE_STATUS_LABELS_FOR_ADMIN} />,
    width: "w-32",
    orders: ["status", "status_down"],
  },
  {
    head: "Paciente",
    cell: (listed) => listed.patient_name ?? UNNAMED_AUTHOR,
    text: (listed) => listed.patient_name,
    width: "w-42",
  },
  {
    head: "Descripción",
    cell: (listed) =>
      listed.closed_reason ? `Cerrado por un administrador: ${listed.closed_reason}` : listed.description,
    text: ({ description }) => description,
    width: "w-60 @max-[96rem]:hidden",
  },
  {
    head: "Zona",
    cell: (listed) => listed.injury_area || "Sin datos",
    text: (listed) => listed.injury_area,
    width: "w-26 @max-[73rem]:hidden",
  },
  {
    head: "Barrio",
    cell: (listed) => listed.location_city || "Sin ubicación",
    text: (listed) => listed.location_city,
    width: "w-42 @max-[73rem]:hidden",
  },
  {
    head: "Postulaciones",
    cell: (listed) => (isQuiet(listed) ? <Badge tone="warning">Ninguna</Badge> : listed.application_count),
    width: "w-32 @max-[60rem]:hidden",
  },
  { head: "Espera", cell: openWaitWords, text: openWaitWords, width: "w-24 @max-[60rem]:hidden" },
  { head: "Fecha", cell: ({ created_at }) => formatShortDay(created_at), width: "w-28", orders: ["newest", "oldest"] },
];

/** "Casos": all published cases. */
export default function Cases() {
  const listing = useListing(CASE_STATUSES, CASE_ORDERS);
  const cases = useInfiniteQuery(
    queries.cases.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, status: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  useMarkSeen("case", cases.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  const panel = usePanel();
  return (
    <AdminListPage
      title="Casos"
      panel={panel}
      letters={letters}
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por título o paciente"
          filter={{ label: "Estado", all: "Todos", options: states }}
        >
          <DownloadButton asked={{ list: "cases", filter: { search: listing.input.search, status: listing.filter } }} />
        </ListingBar>
      }
    >
      <PagedList
        list={cases}
        failure="No se pudieron cargar los casos"
        empty={
          <EmptyState illustration={<NoCases />} title="No hay casos registrados">
            Cuando un paciente publique un caso, va a aparecer acá.
          </EmptyState>
        }
        narrowing={listing}
        table={{
          label: "Casos",
          columns,
          idOf: ({ id }) => id,
          isOpen: ({ id }) => panel.open?.id === id,
          onOpen: ({ id }) => panel.show({ kind: "ficha", id }, panel.open !== null),
          order: listing.input.order,
          onOrder: listing.setOrder,
        }}
      >
        {(listed) => (
          <CaseRow key={listed.id} listed={listed} onOpen={() => panel.show({ kind: "ficha", id: listed.id })} />
        )}
      </PagedList>
    </AdminListPage>
  );
}
