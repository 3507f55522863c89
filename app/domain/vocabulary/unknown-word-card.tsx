import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { termNamed, termsLike } from "./terms.ts";
import { WORD_KIND_LABELS, type WordKind } from "./vocabulary.ts";

export type UnknownWord = Answers["vocabulary"]["queue"]["items"][number];

const KIND_WORDS: Record<WordKind, { some: string; this: string }> = {
  place: { some: "un barrio", this: "este barrio" },
  specialty: { some: "una especialidad", this: "esta especialidad" },
  zone: { some: "una zona", this: "esta zona" },
};

/** A text that the vocabulary has no name for, with the decision about it. `onDecided` is called once the queue is reloaded. */
export function UnknownWordCard({ word, onDecided }: { word: UnknownWord; onDecided: () => void }) {
  const { kind, text, uses } = word;
  const ofKind = KIND_WORDS[kind];
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const settle = (said: string) => ({
    onSuccess: async () => {
      toast.success(said);
      await queryClient.invalidateQueries({ queryKey: queries.vocabulary.key() });
      onDecided();
    },
    onError: (error: unknown) => {
      toastFailure("No se pudo guardar la decisión", error);
      void queryClient.invalidateQueries({ queryKey: queries.vocabulary.key() });
    },
  });
  const linking = useMutation(queries.vocabulary.link.mutationOptions(settle("Texto vinculado")));
  const keeping = useMutation(queries.vocabulary.keep.mutationOptions(settle("Queda como texto")));

  function link() {
    const term = termNamed(kind, typed);
    if (!term) return setProblem("Elegí uno de la lista");
    linking.mutate({ kind, text, ...term });
  }

  return (
    <Card as="li">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          link();
        }}
        className="flex flex-col gap-3"
      >
        {/* The field's label shows the text. */}
        <h2 className="sr-only">«{text}»</h2>
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{WORD_KIND_LABELS[kind]}</Badge>
          <span className="text-sm text-muted">{uses === 1 ? "1 vez" : `${uses} veces`}</span>
        </div>
        <div className="flex flex-col gap-3 md:flex-row md:items-end">
          <div className="grow">
            <SuggestField
              label={`Qué significa «${text}»`}
              value={typed}
              placeholder={`Elegí ${ofKind.some}`}
              suggestions={termsLike(kind, typed)}
              errorMessage={problem}
              onChange={(value) => {
                setTyped(value);
                setProblem(undefined);
              }}
            />
          </div>
          <div className="flex flex-wrap gap-3 max-sm:gap-2">
            <Button
              type="submit"
              variant={termNamed(kind, typed) ? "primary" : "secondary"}
              size="small"
              icon="check"
              isPending={linking.isPending}
              isDisabled={keeping.isPending}
            >
              <span>
                Vincular<span className="max-sm:sr-only"> con {ofKind.this}</span>
              </span>
            </Button>
            <Button
              variant="quiet"
              size="small"
              isPending={keeping.isPending}
              isDisabled={linking.isPending}
              onPress={() => keeping.mutate({ kind, text })}
            >
              Dejar como texto
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
