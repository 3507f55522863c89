import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { EVENT_LABELS, eventLabel } from "../../domain/audit/audit-event.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { formatMoment } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

const EVENTS = Object.keys(EVENT_LABELS);
const events = EVENTS.map((value) => ({ value, label: eventLabel(value) })).toSorted((one, other) =>
  one.label.localeCompare(other.label, "es"),
);

type AuditEvent = Answers["audit"]["list"]["items"][number];

const actorOf = (event: AuditEvent) => nameOf(event.has_actor, event.actor_name, "El sistema, o alguien sin ingresar");
const subjectOf = (event: AuditEvent) => nameOf(event.has_subject, event.subject_name, null);
const fromOf = ({ device, network }: AuditEvent) => [device, network].filter(Boolean).join(" · ");

const columns: readonly Column<AuditEvent>[] = [
  { head: "Qué pasó", cell: ({ event }) => eventLabel(event), text: ({ event }) => eventLabel(event) },
  { head: "Cuándo", cell: ({ at }) => formatMoment(at), width: "w-76", orders: ["newest", "oldest"] },
  { head: "Quién", cell: actorOf, text: actorOf },
  { head: "A quién", cell: (event) => subjectOf(event) ?? "", text: subjectOf },
  { head: "Motivo", cell: ({ reason }) => reason ?? "", text: ({ reason }) => reason, isMinor: true },
  { head: "Desde", cell: fromOf, text: fromOf, isMinor: true },
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
  const who = (event: AuditEvent) => event.subject_id ?? event.actor_id;
  return (
    <AdminListPage
      title="Auditoría"
      panel={panel}
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por nombre, teléfono o parte del email"
          filter={{ label: "Qué pasó", all: "Todo", options: events }}
        >
          <Button
            variant="secondary"
            icon="download"
            isPending={csv.isPending}
            onPress={() => csv.mutate({ search, event: listing.filter })}
          >
            Descargar CSV
          </Button>
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
          columns,
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
        {(event) => <EventCard key={event.id} event={event} />}
      </PagedList>
    </AdminListPage>
  );
}

function EventCard({ event }: { event: AuditEvent }) {
  const actor = actorOf(event);
  const subject = subjectOf(event);
  const from = fromOf(event);
  return (
    <Card as="li">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{eventLabel(event.event)}</h2>
        <time dateTime={event.at.toISOString()} className="text-sm text-muted">
          {formatMoment(event.at)}
        </time>
      </div>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm grid-cols-[auto_1fr]">
        <Fact term="Quién" text={actor} />
        {subject && subject !== actor && <Fact term="A quién" text={subject} />}
        {event.reason && <Fact term="Motivo" text={event.reason} />}
        {from && <Fact term="Desde" text={from} />}
      </dl>
    </Card>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="contents">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{text}</dd>
    </div>
  );
}

function nameOf<Nobody>(isSomebody: boolean, name: string | null, nobody: Nobody): string | Nobody {
  return isSomebody ? (name ?? "Una cuenta eliminada") : nobody;
}
