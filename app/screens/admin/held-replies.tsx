import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ReplyModeration } from "../../domain/moderation/reply-actions.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { usePanel } from "./panel/panel-param.ts";

/** "Respuestas": the answers to reviews that wait, each below its review. */
export function HeldReplies() {
  const panel = usePanel();
  const held = useInfiniteQuery(
    queries.reviews.heldReplies.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  useRead(held.data ? { kinds: ["reply_held"] } : null);
  return (
    <AdminListPage
      title="Respuestas"
      panel={panel}
      aside={
        <ButtonLink to="/dashboard/admin/reviews" variant="secondary" size="small">
          Ver todas las reseñas
        </ButtonLink>
      }
    >
      <PagedList
        list={held}
        failure="No se pudieron cargar las respuestas"
        empty={
          <EmptyState title="No hay respuestas sin leer">
            Las que hablan del cuerpo, de un diagnóstico o de su tratamiento esperan acá a que alguien las lea.
          </EmptyState>
        }
      >
        {(held) => (
          <ReviewCard key={held.id} review={held}>
            <p className="mt-2 text-sm text-muted">Responde {held.kine_name}</p>
            <div className="mt-3 flex flex-wrap gap-3">
              <ReplyModeration
                reply={{
                  id: held.id,
                  reply_edited_at: held.reply_edited_at,
                  isHeld: true,
                  isHidden: false,
                  author: held.kine_name,
                }}
              />
            </div>
          </ReviewCard>
        )}
      </PagedList>
    </AdminListPage>
  );
}
