import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MeasurePicture } from "./measure-picture.tsx";

/** How the patient of a case says that they are, for their specialist, who asks for it: each day of reading is shown to the patient. */
export function KineMeasures({ caseId }: { caseId: string }) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.measures.list.queryOptions({ input: { case_id: caseId } }),
    enabled: isAsked,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      {!data && !error && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button variant="secondary" size="small" icon="eye" isPending={isFetching} onPress={() => setAsked(true)}>
            Ver cómo viene
          </Button>
          <span className="text-sm text-muted">Tu paciente ve qué días lo mirás.</span>
        </div>
      )}
      {!data && error && (
        <ErrorState message="Error al cargar cómo viene" onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && (
        <div role="group" aria-label="Cómo viene tu paciente" className="flex flex-col gap-3">
          <h4 className="font-semibold">Cómo viene tu paciente</h4>
          {data.measures.length === 0 && <p className="text-muted">Todavía no contó cómo viene.</p>}
          <MeasurePicture measures={data} />
        </div>
      )}
    </>
  );
}
