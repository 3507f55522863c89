import { useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, api, queries } from "../../client/api.ts";
import type { AppealOutcome } from "../../domain/appeals/appeal.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ActionWithReason } from "../../domain/moderation/action-with-reason.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

type Appeal = Answers["appeals"]["list"]["items"][number];

/** "Pedidos de otra revisión": the appeals that wait, each below the review that it is about. */
export function Appeals() {
  const panel = usePanel();
  const appeals = useInfiniteQuery(
    queries.appeals.list.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  useRead(appeals.data ? { kinds: ["appeals_waiting"] } : null);
  return (
    <AdminListPage
      title="Pedidos de otra revisión"
      panel={panel}
      aside={
        <ButtonLink to="/dashboard/admin/reviews" variant="secondary" size="small">
          Ver todas las reseñas
        </ButtonLink>
      }
    >
      <PagedList
        list={appeals}
        failure="No se pudieron cargar los pedidos"
        empty={
          <EmptyState title="Nadie pidió otra revisión">
            Quien escribió lo que ocultamos, o denunció una reseña que quedó, puede pedirla una vez.
          </EmptyState>
        }
      >
        {(appeal) => <AppealCard key={appeal.id} appeal={appeal} />}
      </PagedList>
    </AdminListPage>
  );
}

function AppealCard({ appeal }: { appeal: Appeal }) {
  const { about, text, by_name, created_at, reason, is_hidden, kine_name, is_for_another } = appeal;
  return (
    <ReviewCard review={{ ...appeal, created_at: appeal.reviewed_at, edited_at: null }}>
      <div className="mt-3 grid gap-2 rounded-card bg-sunken p-4">
        <p className="text-sm text-muted">
          {by_name} pide otra revisión de {about === "reply" ? "su respuesta" : `la reseña sobre ${kine_name}`} ·{" "}
          <RelativeTime date={created_at} />
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        <p className="text-sm wrap-anywhere">
          {is_hidden ? "Se ocultó" : "Quedó a la vista"}
          {reason && `: ${reason}`}
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {is_for_another ? (
          <p className="text-sm">Lo decidiste vos: le toca a otro administrador.</p>
        ) : (
          <>
            <Decide appeal={appeal} outcome="kept" />
            <Decide appeal={appeal} outcome={is_hidden ? "shown" : "hidden"} />
          </>
        )}
      </div>
    </ReviewCard>
  );
}

const ACTS = {
  kept: { label: "Dejar como está", icon: "check", tone: "primary" },
  shown: { label: "Volver a mostrar", icon: "eye", tone: "primary" },
  hidden: { label: "Ocultar", icon: "eyeOff", tone: "danger" },
} as const;

function Decide({ appeal: { id, by_name, edited_at }, outcome }: { appeal: Appeal; outcome: AppealOutcome }) {
  const { label, icon, tone } = ACTS[outcome];
  return (
    <ActionWithReason
      label={label}
      fullLabel={`${label}: pedido de ${by_name}`}
      icon={icon}
      tone={tone}
      title={label}
      reason={{ label: "Qué decidiste", description: "Lo lee quien lo pidió.", missing: "Escribí qué decidiste" }}
      act={(decision) => api.appeals.decide({ id, outcome, decision, edited_at })}
      done="Pedido decidido"
      failure="No se pudo decidir el pedido"
    >
      <p>La decisión es final.</p>
    </ActionWithReason>
  );
}
