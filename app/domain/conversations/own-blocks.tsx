import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { formatDay } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.tsx";

/** The people whom the user blocked, each with an unblock button; renders nothing for an empty list. */
export function OwnBlocks() {
  const { data } = useQuery(queries.conversations.blocked.queryOptions());
  const queryClient = useQueryClient();
  const unblocking = useMutation(
    queries.conversations.unblockPerson.mutationOptions({
      onSuccess: () => {
        toast.success("Ya no está bloqueada");
        return queryClient.invalidateQueries({ queryKey: queries.conversations.key() });
      },
      onError: (error) => toastFailure("No se pudo desbloquear", error),
    }),
  );
  if (!data || data.items.length === 0) return null;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">A quiénes bloqueaste</h2>
      <p className="mb-4 text-muted">No pueden escribirse ni ver los datos del otro.</p>
      <ul className="flex flex-col gap-3">
        {data.items.map(({ id, name, created_at }) => {
          const day = formatDay(created_at);
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {name ?? "Un paciente"} <span className="text-sm text-muted">· {day}</span>
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Desbloquear a ${name ?? "un paciente"}, del ${day}`}
                isPending={unblocking.isPending && unblocking.variables.id === id}
                onPress={() => unblocking.mutate({ id })}
              >
                Desbloquear
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
