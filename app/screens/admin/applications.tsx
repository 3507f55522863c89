import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { type KineApplication, useApprovalLink } from "../../domain/kine-applications/application-decision.tsx";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { ReopenApplication } from "../../domain/kine-applications/reopen-application.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { formatShortDay } from "../../shared/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { CHECK_LETTERS, DECISION_LETTERS, UNDO_LETTER, useNextInQueue } from "./lists/queue-row.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { type PanelControl, usePanel } from "./panel/panel-param.ts";
import { RequestCard, RequestPhoneRow, RequestRow } from "./pending-requests.tsx";
import type { Request } from "./request-details.tsx";

const letters = [...CHECK_LETTERS, ...DECISION_LETTERS.map((each) => ({ ...each, isOfPanel: true })), UNDO_LETTER];

/** "Solicitudes": pending specialist applications, and decided ones. */
export default function Applications() {
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = usePanel();
  const pending = useApplications("pending");
  const decided = useApplications("decided");
  const requests = pending.data?.pages.flatMap((page) => page.items) ?? [];
  const goOn = useNextInQueue("solicitud", requests, panel, heading);
  const actsOf = (request: Request) => ({
    request,
    onDecided: () => goOn(request.id),
    onPerson: () => panel.show({ kind: "persona", id: request.profile_id }),
  });
  return (
    <AdminListPage
      title="Solicitudes"
      panel={panel}
      letters={letters}
      renderItem={(id) => {
        const request = requests.find((each) => each.id === id);
        return request && <RequestCard key={id} {...actsOf(request)} />;
      }}
    >
      <div className="flex flex-col gap-8">
        <Pending list={pending} heading={heading} panel={panel} />
        {/* The first row, where the keys begin, is the one that has waited longest. */}
        {!pending.isPending && <Decided list={decided} onReopened={() => heading.current?.focus()} panel={panel} />}
      </div>
    </AdminListPage>
  );
}

const fresh = { refetchInterval: APPLICATIONS_POLL_MS, refetchOnWindowFocus: "always" } as const;

/** A paginated list of applications, the pending ones a queue; the applications shown are marked as seen. */
function useApplications(state: "pending" | "decided") {
  const order = state === "pending" ? ("oldest" as const) : ("newest" as const);
  const list = useInfiniteQuery({
    ...queries.kineApplications.list.infiniteOptions({
      input: (before: string | null) => ({ state, order, before }),
      ...inPages,
    }),
    ...fresh,
  });
  useMarkSeen("application", list.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return list;
}

type PendingProps = {
  list: ReturnType<typeof useApplications>;
  heading: RefObject<HTMLHeadingElement | null>;
  panel: PanelControl;
};

function Pending({ list, heading, panel }: PendingProps) {
  const isWide = useIsWide();
  useRead(list.data ? { kinds: ["request_waiting"] } : null);
  const count = useQuery({ ...queries.kineApplications.pendingCount.queryOptions(), ...fresh }).data?.count;
  return (
    <section aria-labelledby="pending" className="flex flex-col gap-4">
      <div className="flex-wrap items-center justify-between gap-3 max-md:contents md:flex">
        <h2 id="pending" ref={heading} tabIndex={-1} className="flex items-center gap-3 rounded text-2xl md:text-xl">
          Pendientes{" "}
          {count !== undefined && (
            <Badge tone={count ? "warning" : "neutral"} icon={null}>
              {count}
            </Badge>
          )}
        </h2>
        <div className="grid max-md:order-last">
          <DownloadButton
            asked={{ list: "applications", filter: { state: "pending" } }}
            label="Descargar pendientes (CSV)"
          />
        </div>
      </div>
      <PagedList
        list={list}
        failure="Error al cargar solicitudes"
        hasRows
        empty={
          <EmptyState illustration={<Waiting />} title="No hay solicitudes pendientes">
            Cuando un especialista se registre, va a aparecer acá.
          </EmptyState>
        }
        hasPhoto
      >
        {(each) =>
          isWide ? (
            <RequestRow
              key={each.id}
              request={each}
              isOpen={panel.open?.id === each.id}
              hasPanel={panel.open !== null}
              onOpen={() => panel.show({ kind: "solicitud", id: each.id }, panel.open !== null)}
            />
          ) : (
            <RequestPhoneRow
              key={each.id}
              request={each}
              onOpen={() => panel.show({ kind: "solicitud", id: each.id })}
            />
          )
        }
      </PagedList>
    </section>
  );
}

type DecidedProps = Pick<PendingProps, "list" | "panel"> & { onReopened: () => void };

function Decided({ list, onReopened, panel }: DecidedProps) {
  const act = (each: KineApplication) => (
    <>
      {each.status === "approved" && <Notify application={each} />}
      {each.status === "rejected" && <ReopenApplication application={each} onReopened={onReopened} />}
    </>
  );
  return (
    <section aria-labelledby="decided" className="flex flex-col gap-4">
      <div className="flex-wrap items-center justify-between gap-3 max-md:contents md:flex">
        <h2 id="decided" className="text-2xl md:text-xl">
          Procesadas
        </h2>
        <div className="grid max-md:order-last">
          <DownloadButton
            asked={{ list: "applications", filter: { state: "decided" } }}
            label="Descargar procesadas (CSV)"
          />
        </div>
      </div>
      <PagedList
        list={list}
        failure="Error al cargar solicitudes procesadas"
        fewOnPhones={5}
        empty={<p className="text-muted">Todavía no procesaste ninguna solicitud.</p>}
        hasPhoto
        table={{
          label: "Solicitudes procesadas",
          columns: decidedColumns(act),
          idOf: ({ id }) => id,
          renderLead: ({ name, photo_url }) => <Avatar name={name} photoUrl={photo_url} size="tiny" />,
          isOpen: ({ profile_id }) => panel.open?.id === profile_id,
          onOpen: ({ profile_id }) => panel.show({ kind: "persona", id: profile_id }, panel.open !== null),
        }}
      >
        {(each) => (
          <PhoneRow
            key={each.id}
            nameId={`applicant-${each.id}`}
            name={each.name}
            lead={<Avatar name={each.name} photoUrl={each.photo_url} size="small" />}
            aside={<ApplicationStatusBadge status={each.status} />}
            onOpen={() => panel.show({ kind: "persona", id: each.profile_id })}
            lines={[
              [each.license_number, each.approved_at && formatShortDay(each.approved_at)],
              [each.rejection_reason && `Motivo: ${each.rejection_reason}`],
            ]}
          >
            <div className="relative mt-1 w-fit">{act(each)}</div>
          </PhoneRow>
        )}
      </PagedList>
    </section>
  );
}

const decidedColumns = (act: (application: KineApplication) => ReactNode): readonly Column<KineApplication>[] => [
  {
    head: "Nombre",
    cell: ({ id, name }) => <span id={`applicant-${id}`}>{name}</span>,
    text: ({ name }) => name,
    width: "@min-[56rem]:w-50",
  },
  { head: "Estado", cell: ({ status }) => <ApplicationStatusBadge status={status} />, width: "w-36" },
  { head: "Decidida", cell: ({ approved_at }) => (approved_at ? formatShortDay(approved_at) : ""), width: "w-28" },
  {
    head: "Motivo",
    cell: ({ rejection_reason }) => rejection_reason ?? "",
    text: ({ rejection_reason }) => rejection_reason,
    width: "@max-[56rem]:hidden",
  },
  { head: "Email", cell: ({ email }) => email, text: ({ email }) => email, width: "w-52 @max-[73rem]:hidden" },
  { head: "Matrícula", cell: (each) => each.license_number ?? "Sin datos", width: "w-26 @max-[73rem]:hidden" },
  { head: "Teléfono", cell: ({ phone }) => phone ?? "Sin datos", width: "w-36 @max-[105rem]:hidden" },
  {
    head: "Especialidad",
    cell: ({ specialty }) => specialty ?? "Sin datos",
    text: ({ specialty }) => specialty,
    width: "w-56 @max-[84rem]:hidden",
  },
  {
    head: "Después",
    cell: (each) => <div className="relative z-1">{act(each)}</div>,
    width: "w-56",
    hasControls: true,
  },
];

function Notify({ application }: { application: KineApplication }) {
  const link = useApprovalLink(application);
  if (!link) return null;
  return (
    <div>
      <ButtonLink to={link} variant="link" size="inline">
        <span>
          Avisar por WhatsApp<span className="sr-only"> a {application.name} (se abre en otra ventana)</span>
        </span>
      </ButtonLink>
    </div>
  );
}
