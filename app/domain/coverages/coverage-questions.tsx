import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { FieldGroup } from "../../ui/field-frame.tsx";
import { toast } from "../../ui/toast.tsx";
import { useTogether } from "../../ui/together.tsx";
import { COVERAGE_ANSWER_LABELS, COVERAGE_ANSWERS } from "./coverage-labels.ts";

/** Asks, after a case is closed, whether each specialist attended by its coverage at the stated price; renders nothing once answered. */
export function CoverageQuestions({ caseId }: { caseId: string }) {
  const due = useQuery(queries.coverages.questions.queryOptions({ input: { case_id: caseId } }));
  useTogether(due.isLoading);
  const queryClient = useQueryClient();
  const answer = useMutation(
    queries.coverages.answer.mutationOptions({
      onSuccess: () => toast.success("¡Gracias! Tu respuesta ayuda a otras personas."),
      onError: (error) => toastFailure("Error al guardar tu respuesta", error),
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.coverages.questions.key() }),
    }),
  );
  if (!due.data || due.data.length === 0) return null;
  return (
    <section aria-labelledby="coverage-questions" className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 id="coverage-questions" className="text-lg">
        Tu cobertura
      </h3>
      {due.data.map(({ kine_id, name, short }) => (
        <FieldGroup
          key={kine_id}
          label={`${name}: ¿te atendió por ${short}, al precio que decía?`}
          description="Tu respuesta no se publica ni lleva tu nombre."
        >
          <div className="flex flex-wrap gap-3">
            {COVERAGE_ANSWERS.map((says) => (
              <Button
                key={says}
                variant="secondary"
                isPending={
                  answer.isPending && answer.variables?.answer === says && answer.variables.kine_id === kine_id
                }
                isDisabled={answer.isPending}
                onPress={() => answer.mutate({ case_id: caseId, kine_id, answer: says })}
              >
                {COVERAGE_ANSWER_LABELS[says]}
              </Button>
            ))}
          </div>
        </FieldGroup>
      ))}
    </section>
  );
}
