import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";
import { comparison } from "./profile-change.ts";

type OwnProfile = Answers["profiles"]["mine"];
type OwnChangeProps = { profile: OwnProfile; onPutAway: (version: number) => void };

/** The pending or rejected change of a specialist's profile, or what the badge lacks; nothing when all is checked. */
export function OwnChange({ profile, onPutAway }: OwnChangeProps) {
  const { change, license_checked, license_number } = profile;
  if (!change) {
    return license_checked ? null : (
      <Notice icon="shield" title="Tu perfil no lleva la insignia «Matrícula verificada»">
        <p>
          {license_number ? "Guardá tu perfil" : "Agregá tu matrícula y guardá el perfil"}: la comprobamos y la insignia
          aparece.
        </p>
      </Notice>
    );
  }
  const others = comparison(profile, change).filter(({ isOther }) => isOther);
  if (change.rejected_at) {
    return (
      <Notice icon="info" title={others.length ? "No aprobamos tu cambio" : "No pudimos comprobar tu matrícula"}>
        {others.length > 0 && (
          <p>
            Pediste {others.map(({ label, asked }) => `${label.toLowerCase()}: ${asked ?? "sin dato"}`).join(", ")}.
          </p>
        )}
        {change.rejection_reason && <p>Motivo: {change.rejection_reason}</p>}
        <PutAway label="Entendido" said="Aviso cerrado" onPutAway={onPutAway} />
      </Notice>
    );
  }
  return others.length > 0 ? (
    <Notice icon="clock" title="Tu cambio está en revisión">
      <p>Revisamos nombre, matrícula y especialidad antes de publicarlos. Mientras tanto se ve lo de antes.</p>
      <PutAway label="Retirar el cambio" said="Cambio retirado" onPutAway={onPutAway} />
    </Notice>
  ) : (
    <Notice icon="clock" title="Tu matrícula está en revisión">
      <p>Cuando la comprobemos, tu perfil va a llevar la insignia «Matrícula verificada».</p>
    </Notice>
  );
}

function Notice({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex gap-3 rounded-card bg-primary-soft p-4">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-primary" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="font-semibold text-primary">{title}</p>
        {children}
      </div>
    </section>
  );
}

function PutAway({ label, said, onPutAway }: { label: string; said: string; onPutAway: (version: number) => void }) {
  const withdrawal = useMutation(
    queries.profileChanges.withdraw.mutationOptions({
      onSuccess: ({ version }) => {
        toast.success(said);
        onPutAway(version);
      },
      onError: (error) => {
        toastFailure("No se pudo retirar", error);
      },
    }),
  );
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={withdrawal.isPending}
      onPress={() => withdrawal.mutate(undefined)}
    >
      {label}
    </Button>
  );
}
