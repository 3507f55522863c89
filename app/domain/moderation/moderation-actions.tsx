import { api } from "../../client/api.ts";
import { Outcome } from "../../ui/outcomes.tsx";
import { ActionWithReason } from "./action-with-reason.tsx";

const MISSING = "Escribí el motivo";
const forThePerson = {
  label: "Motivo",
  description: "Se lo mandamos por email a la persona, y queda en el registro. No nombres a quien la denunció.",
  missing: MISSING,
};
const forThem = { label: "Motivo", description: "Lo va a leer su autor.", missing: MISSING };

/** "Suspender" or "Restablecer" an account. */
export function SuspensionAction({ person }: { person: { id: string; name: string; isSuspended: boolean } }) {
  const { id, name } = person;
  return person.isSuspended ? (
    <ActionWithReason
      label="Restablecer"
      fullLabel={`Restablecer a ${name}`}
      icon="refresh"
      tone="primary"
      title={`Restablecer a ${name}`}
      reason={forThePerson}
      act={(reason) => api.moderation.restore({ id, reason })}
      done="Cuenta restablecida"
      failure="No se pudo restablecer la cuenta"
    >
      <p>Va a poder iniciar sesión de nuevo. No se borró nada.</p>
    </ActionWithReason>
  ) : (
    <ActionWithReason
      label="Suspender"
      look="quiet"
      fullLabel={`Suspender a ${name}`}
      icon="lock"
      title={`Suspender a ${name}`}
      reason={forThePerson}
      act={(reason) => api.moderation.suspend({ id, reason })}
      done="Cuenta suspendida"
      failure="No se pudo suspender la cuenta"
    >
      <p>
        Sus sesiones se cierran ahora y deja de verse. Sus turnos se cancelan un día antes de cada uno. No se borra
        nada: podés restablecerla cuando quieras.
      </p>
    </ActionWithReason>
  );
}

type ReviewActionProps = {
  review: { id: string; edited_at: Date | null; isHidden: boolean; isWaiting: boolean; author: string };
  /** Whether the list beside hears their keys, which are then drawn. */
  hasKeys?: boolean;
};

/** "Ocultar" or "Mostrar" a review; both for one that waits for this decision. */
export function ReviewAction({ review }: Pick<ReviewActionProps, "review">) {
  return (
    <>
      {review.isHidden && <ShowReview {...review} />}
      {(!review.isHidden || review.isWaiting) && <HideReview {...review} />}
    </>
  );
}

/** The same acts, each beside what it does. */
export function ReviewOutcomes({ review, hasKeys }: ReviewActionProps) {
  return (
    <>
      {review.isHidden && (
        <Outcome act={<ShowReview {...review} letter={hasKeys ? "M" : undefined} />}>
          Se ve en el perfil y cuenta en el promedio.
        </Outcome>
      )}
      {(!review.isHidden || review.isWaiting) && (
        <Outcome act={<HideReview {...review} letter={hasKeys ? "O" : undefined} />}>
          No se ve; su autor lee el motivo.
        </Outcome>
      )}
    </>
  );
}

type OneActProps = ReviewActionProps["review"] & { letter?: string | undefined };

function ShowReview({ id, edited_at, author, letter }: OneActProps) {
  return (
    <ActionWithReason
      letter={letter}
      label="Mostrar"
      fullLabel={`Mostrar la reseña de ${author}`}
      icon="eye"
      tone="primary"
      title="Mostrar la reseña"
      act={() => api.moderation.showReview({ id, edited_at })}
      done="La reseña se ve de nuevo"
      failure="No se pudo mostrar la reseña"
    >
      <p>Se ve en el perfil público y cuenta en el promedio.</p>
    </ActionWithReason>
  );
}

function HideReview({ id, edited_at, author, letter }: OneActProps) {
  return (
    <ActionWithReason
      letter={letter}
      label="Ocultar"
      fullLabel={`Ocultar la reseña de ${author}`}
      icon="eyeOff"
      title="Ocultar la reseña"
      reason={forThem}
      act={(reason) => api.moderation.hideReview({ id, edited_at, reason })}
      done="Reseña oculta"
      failure="No se pudo ocultar la reseña"
    >
      <p>Deja de verse en el perfil público y de contar en el promedio.</p>
    </ActionWithReason>
  );
}

/** "Cerrar caso", for the case of any patient. */
export function CloseCaseAction({ closed }: { closed: { id: string; title: string } }) {
  const { id, title } = closed;
  return (
    <ActionWithReason
      label="Cerrar caso"
      look="quiet"
      fullLabel={`Cerrar caso: ${title}`}
      icon="close"
      title={`Cerrar ${title}`}
      reason={{ ...forThem, description: "Lo van a leer su paciente y quienes se postularon." }}
      act={(reason) => api.moderation.closeCase({ id, reason })}
      done="Caso cerrado"
      failure="Error al cerrar caso"
    >
      <p>Deja de ofrecerse y no se puede volver a abrir.</p>
    </ActionWithReason>
  );
}
