import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { APPLICATIONS_POLL_MS } from "../../domain/kine-applications/kine-application.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ChangedFields, ProfileChangeDetails } from "../../domain/profile-changes/profile-change-card.tsx";
import type { ProfileChange } from "../../domain/profile-changes/profile-change-decision.tsx";
import { hoursSince, waitingWords } from "../../domain/today/today.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { AdminListPage } from "./lists/list-page.tsx";
import { CHECK_LETTERS, DECISION_LETTERS, useNextInQueue, QueueRow } from "./lists/queue-row.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { PanelLink } from "./panel/panel-link.tsx";
import { usePanel } from "./panel/panel-param.ts";

const letters = [...CHECK_LETTERS, ...DECISION_LETTERS.map((each) => ({ ...each, isOfPanel: true }))];

/** "Cambios": profile changes that approved specialists ask for. */
export default function Changes() {
  const panel = usePanel();
  const isWide = useIsWide();
  const list = useRef<HTMLElement>(null);
  const changes = useInfiniteQuery({
    ...queries.profileChanges.list.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
    refetchInterval: APPLICATIONS_POLL_MS,
    refetchOnWindowFocus: "always",
  });
  const items = changes.data?.pages.flatMap((page) => page.items) ?? [];
  useMarkSeen(
    "application",
    items.map(({ id }) => id),
  );
  const goOn = useNextInQueue("cambio", items, panel, list);
  const details = (change: ProfileChange) => (
    <ProfileChangeDetails key={change.id} change={change} onDecided={() => goOn(change.id)}>
      <div>
        <PanelLink onPress={() => panel.show({ kind: "persona", id: change.kine_id })}>
          Ver la ficha de la persona
        </PanelLink>
      </div>
    </ProfileChangeDetails>
  );
  return (
    <AdminListPage
      title="Cambios"
      panel={panel}
      letters={letters}
      renderItem={(id) => {
        const change = items.find((each) => each.id === id);
        return change && details(change);
      }}
    >
      <section aria-label="Cambios de perfil" ref={list} tabIndex={-1} className="rounded-card">
        <PagedList
          list={changes}
          failure="Error al cargar los cambios de perfil"
          empty={
            <EmptyState illustration={<Waiting />} title="No hay cambios por revisar">
              Cuando un especialista cambie su nombre, su matrícula o su especialidad, va a aparecer acá.
            </EmptyState>
          }
          hasPhoto
          hasRows
        >
          {(change) =>
            isWide ? (
              <QueueRow
                key={change.id}
                nameId={`change-${change.id}`}
                name={change.name}
                lead={<Avatar name={change.name} photoUrl={change.photo_url} size="tiny" />}
                hint={<ChangedFields change={change} />}
                cells={[
                  { id: "email", content: change.email, width: "w-56 @max-[84rem]:hidden" },
                  { id: "waits", content: waitingWords(hoursSince(change.asked_at)), width: "w-36" },
                ]}
                isOpen={panel.open?.id === change.id}
                onOpen={() => panel.show({ kind: "cambio", id: change.id }, panel.open !== null)}
              >
                {panel.open === null && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-describedby={`change-${change.id}`}
                    onPress={() => panel.show({ kind: "cambio", id: change.id })}
                  >
                    Revisar
                  </Button>
                )}
              </QueueRow>
            ) : (
              <PhoneRow
                key={change.id}
                name={change.name}
                lead={<Avatar name={change.name} photoUrl={change.photo_url} size="small" />}
                onOpen={() => panel.show({ kind: "cambio", id: change.id })}
                lines={[[waitingWords(hoursSince(change.asked_at))]]}
              >
                <p className="wrap-anywhere">
                  <ChangedFields change={change} />
                </p>
              </PhoneRow>
            )
          }
        </PagedList>
      </section>
    </AdminListPage>
  );
}
