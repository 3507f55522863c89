import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { EVENT_LABELS, eventLabel } from "../../domain/audit/audit-event.ts";
import { settingChangeInWords } from "../../domain/settings/settings.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { formatShortMoment } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CsvButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

const EVENTS = Object.keys(EVENT_LABELS);
const events = EVENTS.map((value) => ({ value, label: eventLabel(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label, "es"),
);

type AuditEvent = Answers["audit"]["list"]["items"][number];

const actorOf = (event: AuditEvent) => nameOf(event.has_actor, event.actor_name, "El sistema, o alguien sin ingresar");
/** Whom an event is about, where that is somebody else than its actor. */
const subjectOf = (event: AuditEvent) =>
  event.subject_id !== null && event.subject_id === event.actor_id
    ? null
    : nameOf(event.has_subject, event.subject_name, null);
const reasonOf = ({ event, reason }: AuditEvent) =>
  reason !== null && event === "setting_changed" ? settingChangeInWords(reason) : reason;
/** What is written beside an event: of a changed setting the change, else why. */
const reasonHead = (event: AuditEvent) => (event.event === "setting_changed" ? "Cambio" : "Motivo");
const fromOf = ({ device, network }: AuditEvent) => [device, network].filter(Boolean).join(" · ");

const columns: readonly Column<AuditEvent>[] = [
  {
    head: "Qué pasó",
    cell: ({ event }) => eventLabel(event),
    text: ({ event }) => eventLabel(event),
    width: "@min-[73rem]:w-58",
  },
  { head: "Cuándo", cell: ({ at }) => formatShortMoment(at), width: "w-40", orders: ["newest", "oldest"] },
  { head: "Quién", cell: actorOf, text: actorOf, width: "w-40 @min-[73rem]:w-52" },
  { head: "A quién", cell: (event) => subjectOf(event) ?? "", text: subjectOf, width: "w-40 @min-[73rem]:w-52" },
  {
    head: "Motivo o cambio",
    cell: (event) => reasonOf(event) ?? "",
    text: reasonOf,
    width: "w-1/5 @max-[73rem]:hidden",
  },
  { head: "Desde", cell: fromOf, text: fromOf, width: "@max-[73rem]:hidden" },
];

/** "Auditoría": the audit log of accounts: actor, time and reason. */
export default function Audit() {
  const listing = useListing(EVENTS);
  const { search, order } = listing.input;
  const list = useInfiniteQuery(
    queries.audit.list.infiniteOptions({
      input: (after: string | null) => ({ search, order, event: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  const csv = useMutation(
    queries.audit.csv.mutationOptions({
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => toastFailure("No se pudo descargar la auditoría", error),
    }),
  );
  const panel = usePanel();
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  // A column that no event of the chosen kind fills goes.
  const filled = columns.filter(({ text }) => listing.filter === null || !text || items.some((event) => text(event)));
  const who = (event: AuditEvent) => event.subject_id ?? event.actor_id;
  return (
    <AdminListPage
      title="Auditoría"
      panel={panel}
      aside={
        listing.filter && (
          <Button variant="link" size="inline" onPress={() => listing.setFilter(null)}>
            Quitar filtro
          </Button>
        )
      }
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por nombre, teléfono o parte del email"
          filter={{ label: "Qué pasó", all: "Todo", options: events, isLong: true }}
        >
          <CsvButton isPending={csv.isPending} onPress={() => csv.mutate({ search, event: listing.filter })} />
        </ListingBar>
      }
    >
      <PagedList
        list={list}
        failure="No se pudo cargar la auditoría"
        empty={<EmptyState title="Todavía no hay nada registrado" />}
        narrowing={listing}
        table={{
          label: "Auditoría",
          columns: filled,
          isWhole: true,
          idOf: ({ id }) => id,
          isOpen: (event) => panel.open !== null && who(event) === panel.open.id,
          onOpen: (event) => {
            const id = who(event);
            if (id) panel.show({ kind: "persona", id }, panel.open !== null);
          },
          order,
          onOrder: listing.setOrder,
        }}
      >
        {(event) => <EventRow key={event.id} event={event} />}
      </PagedList>
    </AdminListPage>
  );
}

/** An event on a phone. */
function EventRow({ event }: { event: AuditEvent }) {
  const subject = subjectOf(event);
  const reason = reasonOf(event);
  return (
    <li className="rounded-card border border-line bg-surface px-3 py-2.5">
      <h2 className="text-lg">{eventLabel(event.event)}</h2>
      <p className="text-sm wrap-anywhere">{[actorOf(event), subject].filter(Boolean).join(" → ")}</p>
      {reason && (
        <p className="text-sm wrap-anywhere">
          {reasonHead(event)}: {reason}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        <time dateTime={event.at.toISOString()}>{formatShortMoment(event.at)}</time>
      </p>
      {fromOf(event) && <p className="text-sm text-muted wrap-anywhere">{fromOf(event)}</p>}
    </li>
  );
}

function nameOf<Nobody>(isSomebody: boolean, name: string | null, nobody: Nobody): string | Nobody {
  return isSomebody ? (name ?? "Una cuenta eliminada") : nobody;
}
