import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, READ } from "../../client/api.ts";
import { savePdf } from "../../client/save-pdf.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { shortDayOf } from "../bookings/short-days.ts";
import type { TreatmentView } from "./treatment-view.ts";
import { useTreatmentAct } from "./use-treatment-act.ts";

/** "Aceptar plan", as it is shown. */
export function AcceptPlan({ treatment: { match_id, planned, proposed_at } }: { treatment: TreatmentView }) {
  const act = useTreatmentAct(
    async () => planned && proposed_at && (await api.treatments.acceptPlan({ match_id, planned, proposed_at })),
    "Plan aceptado",
    "No se pudo aceptar el plan",
  );
  return (
    <Button size="small" isPending={act.isPending} onPress={() => act.mutate()}>
      Aceptar plan
    </Button>
  );
}

type DisputeProps = { session: TreatmentView["sessions"][number]; side: TreatmentView["side"] };

/** "No fui" or "Sí fui"; for the specialist, what they noted is taken back. */
export function DisputeSession({ session: { id, state, local_start }, side }: DisputeProps) {
  const label = side === "kine" ? "Quitar" : state === "held" ? "No fui" : "Sí fui";
  const act = useTreatmentAct(() => api.treatments.dispute({ id }), "Esa sesión no cuenta", "No se pudo cambiar");
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`${label}, ${shortDayOf(local_start)}`}
      isPending={act.isPending}
      onPress={() => act.mutate()}
    >
      {label}
    </Button>
  );
}

/** "Dar por terminada" an authorisation, which is asked: it is not taken back. */
export function EndAuthorisation({
  authorisation: { id, coverage },
}: {
  authorisation: TreatmentView["authorisations"][number];
}) {
  const [isAsking, setAsking] = useState(false);
  const act = useTreatmentAct(
    () => api.treatments.endAuthorisation({ id }),
    "Autorización terminada",
    "No se pudo terminar la autorización",
  );
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Dar por terminada la autorización de ${coverage}`}
        onPress={() => setAsking(true)}
      >
        Dar por terminada
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="¿Dar por terminada esta autorización?"
        confirmLabel="Dar por terminada"
        cancelLabel="Volver"
        tone="danger"
        isPending={act.isPending}
        onConfirm={() => act.mutate()}
      >
        <p>La de {coverage} deja de contar desde hoy.</p>
      </ConfirmDialog>
    </>
  );
}

/** Downloads "Planilla de sesiones". */
export function SheetButton({ matchId }: { matchId: string }) {
  const download = useMutation({
    mutationFn: () => api.treatments.sheet({ match_id: matchId }, READ),
    onSuccess: ({ pdf }) => savePdf(pdf, "planilla-de-sesiones.pdf"),
    onError: (error) => toastFailure("No se pudo armar la planilla", error),
  });
  return (
    <Button
      variant="secondary"
      size="small"
      icon="download"
      isPending={download.isPending}
      onPress={() => download.mutate()}
    >
      Planilla de sesiones
    </Button>
  );
}
