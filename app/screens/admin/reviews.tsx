import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { useMarkSeen } from "../../domain/admin-views/mark-seen.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { REVIEW_ORDERS } from "../../domain/lists/search-and-order.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { ReviewOutcomes } from "../../domain/moderation/moderation-actions.tsx";
import { HiddenBadge } from "../../domain/reviews/hidden-badge.tsx";
import { REVIEW_STATES, type ReviewState, UNNAMED_AUTHOR, UNNAMED_KINE } from "../../domain/reviews/review-words.ts";
import { formatShortDay, plural } from "../../shared/format.ts";
import { CheckBox } from "../../ui/checkbox.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoReviews } from "../../ui/illustrations/empty.tsx";
import { late } from "../../ui/late.tsx";
import { Outcome } from "../../ui/outcomes.tsx";
import { Stars } from "../../ui/star-rating.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { ListedReviewCard } from "./listed-review-card.tsx";
import { ReviewTotals } from "./review-totals.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { SeveralReviews } from "./lists/several-reviews.tsx";
import { type PanelControl, usePanel } from "./panel/panel-param.ts";

const STARS = ["5", "4", "3", "2", "1"] as const;
const STATE_LABELS: Record<ReviewState, string> = { waiting: "En revisión", hidden: "Ocultas", visible: "Visibles" };
const FILTERS = [...REVIEW_STATES, ...STARS] as const;
const filters = [
  ...REVIEW_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] })),
  ...STARS.map((stars) => ({ value: stars, label: plural(Number(stars), "estrella", "estrellas") })),
];
const letters = [
  { key: "x", what: "Elegir la fila, para ocultar o mostrar varias", buttons: [] },
  { key: "o", what: "Ocultar la reseña", buttons: ["Ocultar"] },
  { key: "m", what: "Mostrar la reseña", buttons: ["Mostrar"] },
] as const;

type Review = Answers["reviews"]["list"]["items"][number];
const authorOf = (review: Review) => review.patient_name ?? UNNAMED_AUTHOR;

const columns: readonly Column<Review>[] = [
  { head: "Paciente", cell: authorOf, text: authorOf, width: "@min-[60rem]:w-52" },
  { head: "Estrellas", cell: ({ stars }) => <Stars value={stars} />, width: "w-32", orders: ["stars_down", "stars"] },
  {
    head: "Especialista",
    cell: (review) => review.kine_name ?? UNNAMED_KINE,
    text: (review) => review.kine_name,
    width: "w-44",
  },
  {
    head: "Comentario",
    cell: ({ comment }) => comment ?? "",
    text: ({ comment }) => comment,
    width: "@max-[60rem]:hidden",
  },
  {
    head: "Estado",
    cell: (review) =>
      review.hidden_at ? <HiddenBadge isWaiting={review.is_waiting} /> : <span className="text-muted">Visible</span>,
    text: (review) => review.hidden_reason,
    width: "w-40",
  },
  { head: "Fecha", cell: ({ created_at }) => formatShortDay(created_at), width: "w-30", orders: ["newest", "oldest"] },
];

const ReplyModeration = late(async () => (await import("../../domain/moderation/reply-actions.tsx")).ReplyModeration);
const AskForEdit = late(async () => (await import("../../domain/moderation/ask-for-edit.tsx")).AskForEdit);
const HeldReplies = late(async () => (await import("./held-replies.tsx")).HeldReplies);

const Appeals = late(async () => (await import("./appeals.tsx")).Appeals);

/** "Reseñas", or the answers to them that wait (`?vista=respuestas`), or the appeals (`?vista=apelaciones`). */
export default function Reviews() {
  const [params] = useSearchParams();
  const view = params.get("vista");
  return view === "respuestas" ? <HeldReplies /> : view === "apelaciones" ? <Appeals /> : <AllReviews />;
}

/** Their number, their average, and each review. */
function AllReviews() {
  const listing = useListing(FILTERS, REVIEW_ORDERS);
  const state = REVIEW_STATES.find((each) => each === listing.filter) ?? null;
  const stars = listing.filter && state === null ? Number(listing.filter) : null;
  const isPlain = !listing.isNarrowed && listing.input.order === "newest";
  const waiting = useInfiniteQuery({
    ...queries.reviews.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, stars: null, state: "waiting" as const, after }),
      ...inPages,
    }),
    enabled: isPlain,
  });
  const first = (isPlain && waiting.data?.pages.flatMap((page) => page.items)) || [];
  const reviews = useInfiniteQuery(
    queries.reviews.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, stars, state, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  const listed = reviews.data?.pages.flatMap((page) => page.items) ?? [];
  const items = [...first, ...listed.filter(({ id }) => !first.some((each) => each.id === id))];
  useMarkSeen(
    "review",
    items.map(({ id }) => id),
  );
  const panel = usePanel();
  const isWide = useIsWide();
  const download = (
    <DownloadButton asked={{ list: "reviews", filter: { search: listing.input.search, stars, state } }} />
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <AdminListPage
      title="Reseñas"
      panel={panel}
      letters={letters}
      aside={<ReviewTotals />}
      renderItem={(id) => {
        const review = items.find((each) => each.id === id);
        return review && <OpenReview key={id} review={review} show={panel.show} />;
      }}
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por nombre"
          filter={{ label: "Estado o estrellas", all: "Todas", options: filters }}
          isFolded
        >
          {isWide && download}
        </ListingBar>
      }
    >
      <SeveralReviews reviews={items.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />
      {first.length > 0 && <p className="mb-2 text-sm text-muted">Primero las que están en revisión.</p>}
      <PagedList
        list={reviews}
        first={first}
        failure="No se pudieron cargar las reseñas"
        empty={
          <EmptyState illustration={<NoReviews />} title="No hay reseñas registradas">
            Cuando un paciente cierre un caso y cuente cómo le fue, va a aparecer acá.
          </EmptyState>
        }
        narrowing={listing}
        table={{
          label: "Reseñas",
          columns,
          idOf: ({ id }) => id,
          renderLead: (review) => (
            <CheckBox
              size="size-5 before:absolute before:-inset-1.5"
              aria-label={`Elegir la reseña de ${authorOf(review)}`}
              checked={chosen.has(review.id)}
              onChange={() => choose(review.id)}
            />
          ),
          isOpen: ({ id }) => panel.open?.id === id,
          onOpen: ({ id }) => panel.show({ kind: "resena", id }, panel.open !== null),
          order: listing.input.order,
          onOrder: listing.setOrder,
        }}
      >
        {(review) => (
          <PhoneRow
            key={review.id}
            name={authorOf(review)}
            aside={<Stars value={review.stars} />}
            onOpen={() => panel.show({ kind: "resena", id: review.id })}
            lines={[[`Sobre ${review.kine_name ?? UNNAMED_KINE}`, formatShortDay(review.created_at)]]}
          >
            {review.hidden_at && <HiddenBadge isWaiting={review.is_waiting} />}
            {review.comment && <p className="line-clamp-2 wrap-anywhere">{review.comment}</p>}
          </PhoneRow>
        )}
      </PagedList>
      {!isWide && <div className="mt-6 grid">{download}</div>}
    </AdminListPage>
  );
}

/** A review with everything that an admin may do about it. */
function OpenReview({ review, show }: { review: Review; show: PanelControl["show"] }) {
  const { id, edited_at } = review;
  const author = authorOf(review);
  return (
    <ListedReviewCard review={review} show={show}>
      <ReviewOutcomes
        review={{ id, edited_at, isHidden: review.hidden_at !== null, isWaiting: review.is_waiting, author }}
        hasKeys
      />
      {review.patient_id !== null && (
        <Outcome act={<AskForEdit id={id} edited_at={edited_at} author={author} />}>
          Sigue como está; su autor tiene siete días.
        </Outcome>
      )}
      {review.reply !== null && (
        <Outcome
          act={
            <ReplyModeration
              reply={{
                id,
                reply_edited_at: review.reply_edited_at,
                isHeld: review.is_reply_held,
                isHidden: review.reply_hidden_reason !== null,
                author: review.kine_name ?? UNNAMED_KINE,
              }}
            />
          }
        >
          {review.reply_hidden_reason === null
            ? "Oculta, deja de verse en el perfil."
            : "Se ve de nuevo debajo de la reseña."}
        </Outcome>
      )}
    </ListedReviewCard>
  );
}
