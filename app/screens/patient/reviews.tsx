import { useInfiniteQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { useDialogParam } from "../../client/dialog-param.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { UNNAMED_KINE } from "../../domain/reviews/review-words.ts";
import { OwnReviewActions } from "../../domain/reviews/own-review-actions.tsx";
import { ReviewCard } from "../../domain/reviews/review-card.tsx";
import type { ReviewDialogProps } from "../../domain/reviews/review-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import { toast } from "../../ui/toast.tsx";

const ReportButton = late<{ subject: "reply"; id: string; what: string }>(
  async () => (await import("../../domain/reports/report-button.tsx")).ReportButton,
);
const ReviewDialog = lateDialog<ReviewDialogProps>(
  async () => (await import("../../domain/reviews/review-dialog.tsx")).ReviewDialog,
);

/** "Reseñas": pending reviews, each written in a dialog (`?calificar=<match id>`), and the patient's written ones. */
export default function PatientReviews() {
  return (
    <>
      <h1 className="mb-6 text-3xl">Reseñas</h1>
      <div className="flex flex-col gap-10">
        <section aria-labelledby="pending" className="flex flex-col gap-4">
          <h2 id="pending" className="text-2xl">
            Reseñas pendientes
          </h2>
          <Pending />
        </section>
        <section aria-labelledby="mine" className="flex flex-col gap-4">
          <h2 id="mine" className="text-2xl">
            Mis reseñas
          </h2>
          <Mine />
        </section>
      </div>
    </>
  );
}

function Pending() {
  const pending = useInfiniteQuery(
    queries.reviews.pending.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  const dialog = useDialogParam("calificar");
  const due = pending.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === dialog.shown);
  return (
    <>
      <PagedList
        list={pending}
        failure="Error al cargar las reseñas pendientes"
        empty={<p className="text-muted">No tenés reseñas pendientes. Al cerrar un caso podés contar cómo te fue.</p>}
        hasPhoto
        expected={1}
      >
        {({ id, name, photo_url, case_title }) => (
          <Card key={id} as="li">
            <div className="flex flex-wrap items-center justify-between gap-4">
              <PersonLine name={name} photoUrl={photo_url}>
                {case_title}
              </PersonLine>
              <Button icon="starEmpty" onPress={() => dialog.open(id)}>
                <span>
                  Dejar reseña
                  <span className="sr-only">
                    {" "}
                    a {name} por {case_title}
                  </span>
                </span>
              </Button>
            </div>
          </Card>
        )}
      </PagedList>
      {due && (
        <ReviewDialog
          key={due.id}
          caseId={due.case_id}
          kine={due}
          isOpen={dialog.value !== null}
          hasAddress
          onPublished={() => {
            dialog.close();
            toast.success("¡Gracias por tu review!");
          }}
          onSkip={dialog.close}
        />
      )}
    </>
  );
}

function Mine() {
  const reviews = useInfiniteQuery(
    queries.reviews.mine.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  useRead(reviews.data ? { kinds: ["review_replied", "review_hidden", "review_edit_asked", "appeal_decided"] } : null);
  return (
    <PagedList
      list={reviews}
      failure="Error al cargar tus reseñas"
      empty={
        <EmptyState
          illustration={<NoReviews />}
          title="Todavía no escribiste reseñas"
          action={
            <ButtonLink to="/dashboard/patient/cases" variant="secondary">
              Ir a mis casos
            </ButtonLink>
          }
        >
          Cuando cierres un caso, contá cómo te fue: ayuda a otras personas a elegir.
        </EmptyState>
      }
    >
      {({ kine_name, ...review }) => (
        <ReviewCard
          key={review.id}
          review={review}
          about={kine_name ?? UNNAMED_KINE}
          replyActions={
            review.reply_id && (
              <ReportButton
                subject="reply"
                id={review.reply_id}
                what={`la respuesta de ${kine_name ?? UNNAMED_KINE}`}
              />
            )
          }
        >
          <OwnReviewActions review={review} about={kine_name ?? UNNAMED_KINE} />
        </ReviewCard>
      )}
    </PagedList>
  );
}
