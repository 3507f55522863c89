import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { ApplicationDecision, useApprovalLink } from "../../domain/kine-applications/application-decision.tsx";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { type KineApplication, KineApplicationCard } from "../../domain/kine-applications/kine-application-card.tsx";
import { ReopenApplication } from "../../domain/kine-applications/reopen-application.tsx";
import { ProfileChangeCard } from "../../domain/profile-changes/profile-change-card.tsx";
import { ProfileChangeDecision } from "../../domain/profile-changes/profile-change-decision.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";

/** "Solicitudes": pending specialist applications, profile changes of approved specialists, and decided applications. */
export default function Applications() {
  const pending = useRef<HTMLHeadingElement>(null);
  const toPending = () => pending.current?.focus();
  return (
    <>
      <h1 className="mb-6 text-3xl">Solicitudes</h1>
      <div className="flex flex-col gap-10">
        <Changes onLast={toPending} />
        <Pending heading={pending} />
        <Decided onReopened={toPending} />
      </div>
    </>
  );
}

const fresh = { refetchInterval: APPLICATIONS_POLL_MS, refetchOnWindowFocus: "always" } as const;

/** A paginated list of pending or decided applications; the applications shown are marked as seen. */
function useApplications(state: "pending" | "decided") {
  const list = useInfiniteQuery({
    ...queries.kineApplications.list.infiniteOptions({
      input: (before: string | null) => ({ state, before }),
      ...inPages,
    }),
    ...fresh,
  });
  useMarkSeen("application", list.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return list;
}

function Pending({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const pending = useApplications("pending");
  const count = useQuery({ ...queries.kineApplications.pendingCount.queryOptions(), ...fresh }).data?.count;
  return (
    <section aria-labelledby="pending" className="flex flex-col gap-4">
      <h2 id="pending" ref={heading} tabIndex={-1} className="flex items-center gap-3 rounded text-2xl">
        Pendientes{" "}
        {count !== undefined && (
          <Badge tone={count ? "warning" : "neutral"} icon={null}>
            {count}
          </Badge>
        )}
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

/** Profile changes that approved specialists request; renders nothing when there are none. */
function Changes({ onLast }: { onLast: () => void }) {
  const changes = useInfiniteQuery({
    ...queries.profileChanges.list.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
    ...fresh,
  });
  const items = changes.data?.pages.flatMap((page) => page.items) ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  useMarkSeen(
    "application",
    items.map(({ id }) => id),
  );
  if (items.length === 0 && !changes.isError) return null;
  return (
    <section aria-labelledby="changes" className="flex flex-col gap-4">
      <h2 id="changes" ref={heading} tabIndex={-1} className="rounded text-2xl">
        Cambios de perfil
      </h2>
      <PagedList list={changes} failure="Error al cargar los cambios de perfil" empty={null} hasPhoto>
        {(each) => (
          <ProfileChangeCard key={each.id} change={each}>
            <ProfileChangeDecision
              change={each}
              onDecided={() => (heading.current ? heading.current.focus() : onLast())}
            />
          </ProfileChangeCard>
        )}
      </PagedList>
    </section>
  );
}

function Decided({ onReopened }: { onReopened: () => void }) {
  return (
    <section aria-labelledby="decided" className="flex flex-col gap-4">
      <h2 id="decided" className="text-2xl">
        Procesadas
      </h2>
      <PagedList
        list={useApplications("decided")}
        failure="Error al cargar solicitudes procesadas"
        empty={<p className="text-muted">Todavía no procesaste ninguna solicitud.</p>}
        hasPhoto
      >
        {(each) => (
          <KineApplicationCard key={each.id} application={each}>
            {each.status === "approved" && <Notify application={each} />}
            {each.status === "rejected" && <ReopenApplication application={each} onReopened={onReopened} />}
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
        <span>
          Avisar por WhatsApp<span className="sr-only"> a {application.name} (se abre en otra ventana)</span>
        </span>
      </ButtonLink>
    </div>
  );
}
