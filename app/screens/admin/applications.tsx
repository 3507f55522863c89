import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { ApplicationDecision, useApprovalLink } from "../../domain/kine-applications/application-decision.tsx";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { type KineApplication, KineApplicationCard } from "../../domain/kine-applications/kine-application-card.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

/** "Solicitudes": specialists who ask to be let in, and those already decided. */
export default function Applications() {
  return (
    <>
      <h1 className="mb-6 text-3xl">Solicitudes</h1>
      <ApplicationLists />
    </>
  );
}

function ApplicationLists() {
  const { data, isPending, refetch, isRefetching } = useQuery({
    ...queries.kineApplications.list.queryOptions(),
    refetchInterval: APPLICATIONS_POLL_MS,
    refetchOnWindowFocus: "always",
  });
  useMarkSeen("application", data?.map(({ id }) => id) ?? []);
  const pendingHeading = useRef<HTMLHeadingElement>(null);
  if (isPending) return <CardListSkeleton count={3} hasPhoto />;
  if (!data) {
    return <ErrorState message="Error al cargar solicitudes" onRetry={() => refetch()} isRetrying={isRefetching} />;
  }
  const pending = data.filter(({ status }) => status === "pending");
  const decided = data.filter(({ status }) => status !== "pending");
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="pending" className="flex flex-col gap-4">
        <h2 id="pending" ref={pendingHeading} tabIndex={-1} className="flex items-center gap-3 rounded text-2xl">
          Pendientes <Badge tone={pending.length ? "warning" : "neutral"} icon={null}>{pending.length}</Badge>
        </h2>
        {pending.length === 0 ? (
          <EmptyState illustration={<Waiting />} title="No hay solicitudes pendientes">
            Cuando un especialista se registre, va a aparecer acá.
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {pending.map((each) => (
              <KineApplicationCard key={each.id} application={each}>
                <ApplicationDecision application={each} onDecided={() => pendingHeading.current?.focus()} />
              </KineApplicationCard>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="decided" className="flex flex-col gap-4">
        <h2 id="decided" className="text-2xl">Procesadas</h2>
        {decided.length === 0 ? (
          <p className="text-muted">Todavía no procesaste ninguna solicitud.</p>
        ) : (
          <ul className="grid gap-4">
            {decided.map((each) => (
              <KineApplicationCard key={each.id} application={each}>
                {each.status === "approved" && <Notify application={each} />}
              </KineApplicationCard>
            ))}
          </ul>
        )}
      </section>
    </div>
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
