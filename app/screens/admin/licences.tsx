import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { LicenceCheck } from "../../domain/licences/licence-check.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

/** "Matrículas": licences due for a check, one at a time, also by keyboard. A postponed licence returns on the next visit. */
export default function Licences() {
  // The cursor: a page begins after the last licence of the previous page, decided or postponed.
  const [after, setAfter] = useState<string | null>(null);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const queue = useQuery({
    ...queries.licences.queue.queryOptions({ input: { after } }),
    placeholderData: keepPreviousData,
  });
  const queryClient = useQueryClient();
  const waiting = queue.data?.items.filter(({ id }) => !done.has(id)) ?? [];
  const [current] = waiting;

  if (queue.data?.next && !current && !queue.isPlaceholderData && queue.data.next !== after) setAfter(queue.data.next);

  const finish = (id: string) => setDone(new Set([...done, id]));
  function startAgain() {
    setDone(new Set());
    setAfter(null);
    void queryClient.invalidateQueries({ queryKey: queries.licences.queue.key() });
  }

  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 md:mb-2">
        <h1 className="text-3xl">Matrículas</h1>
        {queue.data && current && (
          <p role="status" className="text-muted">
            {waiting.length === 1
              ? "1 por comprobar"
              : `${waiting.length}${queue.data.next ? " o más" : ""} por comprobar`}
          </p>
        )}
      </div>
      <p className="mb-6 text-muted max-md:hidden">
        Primero las que están en duda, después por el día en que toca comprobarlas.
      </p>
      {queue.data && current ? (
        <LicenceCheck key={current.id} licence={current} registerUrl={queue.data.register_url} onDone={finish} />
      ) : queue.data && !queue.isPlaceholderData ? (
        <EmptyState
          illustration={<Waiting />}
          title={done.size > 0 ? "Llegaste al final" : "No hay matrículas por comprobar"}
          action={
            done.size > 0 && (
              <Button variant="secondary" icon="refresh" onPress={startAgain}>
                Ver si queda alguna
              </Button>
            )
          }
        >
          Cada matrícula vuelve a esta lista a los 180 días de su comprobación, o apenas alguien la ponga en duda.
        </EmptyState>
      ) : neverLoaded(queue) ? (
        <ErrorState
          message="No se pudieron cargar las matrículas"
          onRetry={() => void queue.refetch()}
          isRetrying={queue.isFetching}
        />
      ) : (
        <CardListSkeleton count={1} hasPhoto />
      )}
    </div>
  );
}
