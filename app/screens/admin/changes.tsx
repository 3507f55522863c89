import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ProfileChangeCard } from "../../domain/profile-changes/profile-change-card.tsx";
import { ProfileChangeDecision } from "../../domain/profile-changes/profile-change-decision.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

const letters = [
  { key: "a", what: "Aprobar", buttons: ["Aprobar"] },
  { key: "r", what: "Rechazar, con motivo", buttons: ["Rechazar"] },
] as const;

/** "Cambios": profile changes that approved specialists ask for. */
export default function Changes() {
  const panel = usePanel();
  const heading = useRef<HTMLHeadingElement>(null);
  const changes = useInfiniteQuery({
    ...queries.profileChanges.list.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
    refetchInterval: APPLICATIONS_POLL_MS,
    refetchOnWindowFocus: "always",
  });
  useMarkSeen("application", changes.data?.pages.flatMap((page) => page.items.map(({ id }) => id)) ?? []);
  return (
    <AdminListPage title="Cambios" panel={panel} letters={letters}>
      <section aria-labelledby="changes" className="flex flex-col gap-4">
        <h2 id="changes" ref={heading} tabIndex={-1} className="rounded text-2xl">
          Cambios de perfil
        </h2>
        <PagedList
          list={changes}
          failure="Error al cargar los cambios de perfil"
          empty={
            <EmptyState illustration={<Waiting />} title="No hay cambios por revisar">
              Cuando un especialista cambie su nombre, su matrícula o su especialidad, va a aparecer acá.
            </EmptyState>
          }
          hasPhoto
        >
          {(each) => (
            <ProfileChangeCard key={each.id} change={each}>
              <ProfileChangeDecision change={each} onDecided={() => heading.current?.focus()} />
            </ProfileChangeCard>
          )}
        </PagedList>
      </section>
    </AdminListPage>
  );
}
