import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { ApplicationDecision, useApprovalLink } from "../../domain/kine-applications/application-decision.tsx";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { type KineApplication, KineApplicationCard } from "../../domain/kine-applications/kine-application-card.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";

/** "Solicitudes": specialists who ask to be let in, and those already decided. */
export default function Applications() {
  return (
    <>
      <h1 className="mb-6 text-3xl">Solicitudes</h1>
      <div className="flex flex-col gap-10">
        <Pending />
        <Decided />
      </div>
    </>
  );
}

const fresh = { refetchInterval: APPLICATIONS_POLL_MS, refetchOnWindowFocus: "always" } as const;

/** The applications to decide, or those decided, page by page; those shown count as seen. */
function useApplications(state: "pending" | "decided") {
  const list = useInfiniteQuery({
    ...queries.kineApplications.list.infiniteOptions({ input: (before: string | null) => ({ state, before }), ...inPages }),
    ...fresh,
  });
  useMarkSeen("application", list.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return list;
}

function Pending() {
  const pending = useApplications("pending");
  const count = useQuery({ ...queries.kineApplications.pendingCount.queryOptions(), ...fresh }).data?.count;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="pending" className="flex flex-col gap-4">
      <h2 id="pending" ref={heading} tabIndex={-1} className="flex items-center gap-3 rounded text-2xl">
        Pendientes{" "}
        {count !== undefined && <Badge tone={count ? "warning" : "neutral"} icon={null}>{count}</Badge>}
      </h2>
      <PagedList
        list={pending}
        failure="Error al cargar solicitudes"
        empty={
          <EmptyState illustration={<Waiting />} title="No hay solicitudes pendientes">
            Cuando un especialista se registre, va a aparecer acá.
          </EmptyState>
        }
        hasPhoto
      >
        {(each) => (
          <KineApplicationCard key={each.id} application={each}>
            <ApplicationDecision application={each} onDecided={() => heading.current?.focus()} />
          </KineApplicationCard>
        )}
      </PagedList>
    </section>
  );
}

function Decided() {
  return (
    <section aria-labelledby="decided" className="flex flex-col gap-4">
      <h2 id="decided" className="text-2xl">Procesadas</h2>
      <PagedList
        list={useApplications("decided")}
        failure="Error al cargar solicitudes procesadas"
        empty={<p className="text-muted">Todavía no procesaste ninguna solicitud.</p>}
        hasPhoto
      >
        {(each) => (
          <KineApplicationCard key={each.id} application={each}>
            {each.status === "approved" && <Notify application={each} />}
          </KineApplicationCard>
        )}
      </PagedList>
    </section>
  );
}

function Notify({ application }: { application: KineApplication }) {
  const link = useApprovalLink(application);
  if (!link) return null;
  return (
    <div>
      <ButtonLink to={link} variant="secondary" size="small" icon="whatsapp">
        <span>Avisar por WhatsApp<span className="sr-only"> a {application.name} (se abre en otra ventana)</span></span>
      </ButtonLink>
    </div>
  );
}
