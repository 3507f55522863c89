import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { toast } from "../../ui/toast.tsx";
import { KINDS } from "./notification.ts";

export type CoordinatedProps = {
  kind: "nobody_wrote" | "nobody_wrote_kine";
  matchId: string;
  /** With whom, or about which case. */
  about: string;
};

/** The answers to "¿Pudieron coordinar?": that they did, which ends the question for both, or the act with which they do. */
export function CoordinatedAnswers({ kind, matchId, about }: CoordinatedProps) {
  const { role } = KINDS[kind];
  const queryClient = useQueryClient();
  const bookings = useQuery(queries.bookings.mine.queryOptions());
  const answer = useMutation({
    mutationFn: () => api.matches.coordinate({ id: matchId }),
    onSuccess: () => toast.success("Listo: no preguntamos más"),
    onError: (error) => toastFailure("No se pudo guardar tu respuesta", error),
    // It is said of the pair in many screens.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const canBook = bookings.data?.partners.some(({ match_id }) => match_id === matchId) ?? false;
  const ofKine = role === "kine";
  return (
    <div className="flex flex-wrap gap-2 px-4 pb-3 pl-12">
      <Button
        variant="secondary"
        size="small"
        aria-label={`Ya coordinamos: ${about}`}
        isPending={answer.isPending}
        onPress={() => answer.mutate()}
      >
        Ya coordinamos
      </Button>
      {!bookings.isLoading &&
        (canBook ? (
          <ButtonLink
            to={ofKine ? `/dashboard/kine/agenda?con=${matchId}` : `/dashboard/patient/bookings?con=${matchId}`}
            variant="secondary"
            size="small"
          >
            {ofKine ? "Proponer turno" : "Pedir turno"}
          </ButtonLink>
        ) : (
          <ButtonLink
            to={ofKine ? `/dashboard/kine/matches?mensajes=${matchId}` : `/dashboard/patient/cases?mensajes=${matchId}`}
            variant="secondary"
            size="small"
          >
            Escribirle
          </ButtonLink>
        ))}
    </div>
  );
}
