import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { type UnknownWord, UnknownWordCard } from "../../domain/vocabulary/unknown-word-card.tsx";
import { useAfterFirst } from "../../ui/below.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

const SHOWN = 30;
/** This many cards fill the first screenful. */
const FIRST = 4;

/** "Vocabulario por revisar": places, specialties and zones that people wrote and that the vocabulary does not know. */
export default function Vocabulary() {
  const queue = useQuery(queries.vocabulary.queue.queryOptions());
  const heading = useRef<HTMLHeadingElement>(null);
  const { items: all = [], total = 0 } = queue.data ?? {};
  const items = all.slice(0, SHOWN);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-2 text-3xl outline-none">
        Vocabulario por revisar
      </h1>
      <p className="mb-6 text-muted">
        Lo que la gente escribió y todavía no significa nada para los filtros. El texto se sigue viendo tal como lo
        escribieron.
      </p>
      {queue.data ? (
        total === 0 ? (
          <EmptyState illustration={<Waiting />} title="No hay textos por revisar">
            Cuando alguien escriba un barrio, una especialidad o una zona que no conocemos, va a aparecer acá.
          </EmptyState>
        ) : (
          <>
            <p className="mb-4">
              {total === 1 ? "1 texto por revisar" : `${total} textos por revisar`}
              {total > items.length && `; estos son los ${items.length} más usados`}.
            </p>
            <Words items={items} onDecided={() => heading.current?.focus()} />
          </>
        )
      ) : neverLoaded(queue) ? (
        <ErrorState
          message="No se pudo cargar el vocabulario"
          onRetry={() => void queue.refetch()}
          isRetrying={queue.isFetching}
        />
      ) : (
        <CardListSkeleton />
      )}
    </>
  );
}

/** The texts. Each is a form: rendering thirty at once would delay the use of the first. */
function Words({ items, onDecided }: { items: readonly UnknownWord[]; onDecided: () => void }) {
  const isWhole = useAfterFirst();
  return (
    <ul role="list" className="grid gap-4">
      {(isWhole ? items : items.slice(0, FIRST)).map((word) => (
        <UnknownWordCard key={`${word.kind} ${word.key}`} word={word} onDecided={onDecided} />
      ))}
    </ul>
  );
}
