import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { DownloadButton } from "./lists/download-button.tsx";
import { neverLoaded } from "../../client/never-loaded.ts";
import { StatusCards } from "../../domain/status/status-cards.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

const AGAIN_MS = 30_000;

/** "Estado": the installation's status, refreshed every half minute. */
export default function Status() {
  const status = useQuery(queries.status.read.queryOptions({ refetchInterval: AGAIN_MS }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Estado</h1>
        {status.data && (
          <Button variant="secondary" icon="refresh" isPending={status.isRefetching} onPress={() => status.refetch()}>
            Actualizar
          </Button>
        )}
      </div>
      {status.data ? (
        <StatusCards status={status.data} mailDownload={<DownloadButton asked={{ list: "mails" }} />} />
      ) : neverLoaded(status) ? (
        <ErrorState
          message="No se pudo cargar el estado"
          onRetry={() => status.refetch()}
          isRetrying={status.isFetching}
        />
      ) : (
        <CardListSkeleton count={5} />
      )}
    </>
  );
}
