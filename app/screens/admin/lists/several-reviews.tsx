import { type Answers, api } from "../../../client/api.ts";
import { ActionWithReason } from "../../../domain/moderation/action-with-reason.tsx";
import { plural } from "../../../shared/format.ts";
import { Button } from "../../../ui/button.tsx";

type Review = Answers["reviews"]["list"]["items"][number];

/** Hides or shows the selected reviews. Only this decision is offered in bulk: it can be undone and concerns no account. */
export function SeveralReviews({ reviews, onDone }: { reviews: readonly Review[]; onDone: () => void }) {
  if (reviews.length === 0) return null;
  const shown = reviews.filter(({ hidden_at }) => hidden_at === null);
  const hidden = reviews.filter(({ hidden_at }) => hidden_at !== null);
  /** Runs one call after the other: each review gets an entry of its own in the audit log. */
  const each = async (some: readonly Review[], act: (review: Review) => Promise<unknown>) => {
    for (const review of some) await act(review);
    onDone();
  };
  return (
    <div
      role="group"
      aria-label="Reseñas elegidas"
      className="mb-3 flex flex-wrap items-center gap-3 rounded-card bg-primary-soft px-4 py-2"
    >
      <p role="status" className="font-semibold text-primary">
        {plural(reviews.length, "reseña elegida", "reseñas elegidas")}
      </p>
      {shown.length > 0 && (
        <ActionWithReason
          label={`Ocultar ${shown.length}`}
          fullLabel={`Ocultar ${plural(shown.length, "reseña elegida", "reseñas elegidas")}`}
          icon="eyeOff"
          title={`Ocultar ${plural(shown.length, "reseña", "reseñas")}`}
          reason={{ label: "Motivo", description: "Lo va a leer cada autor.", missing: "Escribí el motivo" }}
          act={(reason) => each(shown, ({ id }) => api.moderation.hideReview({ id, reason }))}
          done="Reseñas ocultas"
          failure="No se pudieron ocultar todas las reseñas"
        >
          <p>Dejan de verse en los perfiles públicos y de contar en los promedios.</p>
        </ActionWithReason>
      )}
      {hidden.length > 0 && (
        <ActionWithReason
          label={`Mostrar ${hidden.length}`}
          fullLabel={`Mostrar ${plural(hidden.length, "reseña elegida", "reseñas elegidas")}`}
          icon="eye"
          tone="primary"
          title={`Mostrar ${plural(hidden.length, "reseña", "reseñas")}`}
          act={() => each(hidden, ({ id, edited_at }) => api.moderation.showReview({ id, edited_at }))}
          done="Las reseñas se ven de nuevo"
          failure="No se pudieron mostrar todas las reseñas"
        >
          <p>Vuelven a los perfiles públicos y a los promedios.</p>
        </ActionWithReason>
      )}
      <Button variant="quiet" size="small" onPress={onDone}>
        No elegir ninguna
      </Button>
    </div>
  );
}
