import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { type Departure, EarlierAccounts } from "./earlier-accounts.tsx";
import { samePersonWords } from "./same-person.tsx";

type PastOfProps = { kineId: string; departures: Departure[]; mayAnswer: boolean };

/** The earlier accounts that may have been an approved specialist's: an admin says which were, also after another answer. */
export function PastOf({ kineId, departures, mayAnswer }: PastOfProps) {
  const queryClient = useQueryClient();
  const answering = useMutation(
    queries.licences.answerPast.mutationOptions({
      onSuccess: async ({ is_same }) => {
        toast.success(is_same ? "Pasaron sus reseñas" : "Sus reseñas no son de esta cuenta");
        await queryClient.invalidateQueries();
      },
      onError: (error) => toastFailure("No se pudo guardar la respuesta", error),
    }),
  );
  return (
    <EarlierAccounts departures={departures}>
      {(departure) => {
        const { id, review_count, is_same, is_of_another } = departure;
        const answer = (isSame: boolean) => answering.mutate({ kine_id: kineId, earlier_id: id, is_same: isSame });
        return (
          mayAnswer &&
          review_count > 0 &&
          !is_of_another && (
            <div className="flex flex-wrap items-center gap-2">
              {is_same === null && <p>¿Es la misma persona?</p>}
              {!is_same && (
                <Button variant="secondary" size="small" isDisabled={answering.isPending} onPress={() => answer(true)}>
                  {samePersonWords(departure)}
                </Button>
              )}
              {is_same !== false && (
                <Button variant="secondary" size="small" isDisabled={answering.isPending} onPress={() => answer(false)}>
                  {is_same ? "No era la misma persona" : "No"}
                </Button>
              )}
            </div>
          )
        );
      }}
    </EarlierAccounts>
  );
}
