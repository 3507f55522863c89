import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Section } from "../../ui/section.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextDialog } from "../../ui/text-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { formatDay } from "../../shared/format.ts";

type HealthConsent = Answers["consents"]["health"];

/** The patient's consent to the use of their health data: its date, its text, and its withdrawal. */
export function OwnConsent({ isFolded = false }: { isFolded?: boolean }) {
  const consent = useQuery(queries.consents.health.queryOptions());
  return (
    <Section
      title="Tus datos de salud"
      {...(isFolded && { fold: "salud" })}
      state={consent.data && shortStateOf(consent.data)}
    >
      {consent.data ? (
        <Given consent={consent.data} />
      ) : neverLoaded(consent) ? (
        <ErrorState
          message="No se pudo cargar tu consentimiento"
          onRetry={() => void consent.refetch()}
          isRetrying={consent.isFetching}
        />
      ) : (
        <div aria-busy="true" className="grid gap-3">
          <span role="status" className="sr-only">
            Cargando…
          </span>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-12 w-3/5 rounded-card!" />
        </div>
      )}
    </Section>
  );
}

function shortStateOf({ given_at, withdrawn_at }: HealthConsent): string {
  if (withdrawn_at) return "Retiraste tu permiso";
  return given_at ? "Diste tu permiso" : "Todavía sin tu permiso";
}

function Given({ consent }: { consent: HealthConsent }) {
  const [isReading, setReading] = useState(false);
  return (
    <>
      <p className="text-muted">{stateOf(consent)}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" icon="file" onPress={() => setReading(true)}>
          Leer el consentimiento
        </Button>
        {consent.given_at && <Withdrawal />}
      </div>
      <TextDialog
        title="Tus datos de salud"
        paragraphs={consent.paragraphs}
        isOpen={isReading}
        onOpenChange={setReading}
      />
    </>
  );
}

function stateOf({ given_at, withdrawn_at, is_current }: HealthConsent): string {
  if (withdrawn_at)
    return `Retiraste tu consentimiento el ${formatDay(withdrawn_at)}. Si publicás otro caso, te lo vamos a pedir de nuevo.`;
  if (!given_at) return "Todavía no diste tu consentimiento. Te lo vamos a pedir cuando publiques tu primer caso.";
  const asked = is_current ? "" : " El texto cambió: te lo vamos a pedir de nuevo con tu próximo caso.";
  return `Diste tu consentimiento el ${formatDay(given_at)}, para que especialistas evalúen tus casos y te atiendan.${asked}`;
}

function Withdrawal() {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const withdrawal = useMutation(
    queries.consents.withdrawHealth.mutationOptions({
      onSuccess: () => {
        toast.success("Retiraste tu consentimiento");
        void queryClient.invalidateQueries();
      },
      onError: (error) => toastFailure("Error al retirar el consentimiento", error),
      onSettled: () => setAsking(false),
    }),
  );
  return (
    <>
      <Button variant="caution" onPress={() => setAsking(true)}>
        Retirar consentimiento
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="¿Retirar tu consentimiento?"
        confirmLabel="Sí, retirarlo"
        tone="danger"
        isPending={withdrawal.isPending}
        onConfirm={() => withdrawal.mutate(undefined)}
      >
        <p className="mb-3">
          Se borran tus casos abiertos, con sus postulaciones y sus archivos, tu cobertura y lo que contaste de cómo
          venís. Tus turnos por delante se cancelan. Esto no se puede deshacer.
        </p>
        <p className="mb-3">
          Los casos con un especialista aceptado, y los cerrados, quedan para vos y para ese especialista. Ningún otro
          los ve, y ninguno puede abrir tus estudios.
        </p>
      </ConfirmDialog>
    </>
  );
}
