import { Link } from "react-router";
import { type Answers, api } from "../../client/api.ts";
import { formatShortDay } from "../../shared/format.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Outcome, Outcomes } from "../../ui/outcomes.tsx";
import { ActionWithReason } from "../moderation/action-with-reason.tsx";
import { answersWords } from "./dispute-words.ts";
import { PersonLine } from "../profiles/person-line.tsx";

type Dispute = Answers["coverages"]["disputes"]["items"][number];

/** A coverage that patients dispute, for the admin: what they said, how to hear its specialist (`onAsk` shows how to reach them), and the decision. */
export function DisputeCard({ dispute, onAsk }: { dispute: Dispute; onAsk: () => void }) {
  const { id, kine_id, name, photo_url, short, opened_at, confirmed_at, hidden_at } = dispute;
  const isConfirmedAgain = confirmed_at !== null && confirmed_at > opened_at;
  return (
    <Card as="li" isRow>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <PersonLine name={name} photoUrl={photo_url}>
            <Link
              to={`/kines/${kine_id}`}
              className="inline-flex min-h-11 items-center text-primary underline pointer-fine:min-h-6"
            >
              Ver su perfil
            </Link>
          </PersonLine>
          <span className="text-sm text-muted">
            <RelativeTime date={opened_at} />
          </span>
        </div>
        <div>
          <h2 className="text-lg">{short}</h2>
          <p className="font-semibold">{answersWords(dispute)}</p>
          <p className="text-sm text-muted">
            Pacientes, en los 60 días anteriores.{" "}
            {confirmed_at
              ? `Su especialista la confirmó el ${formatShortDay(confirmed_at).replaceAll(" ", "\u00a0")}.`
              : "Ya no figura entre sus coberturas."}
          </p>
        </div>
        <p>
          {isConfirmedAgain
            ? "Después de la disputa la volvió a confirmar."
            : hidden_at
              ? "Le avisamos por email que dejó de mostrarse; todavía no la volvió a confirmar."
              : `Todavía no sabe de la disputa: preguntale antes de decidir.${confirmed_at ? " Mientras tanto se sigue mostrando." : ""}`}
        </p>
        <Outcomes>
          <Outcome
            act={
              <Button
                variant={isConfirmedAgain ? "secondary" : "primary"}
                size="small"
                icon="phone"
                aria-label={`Preguntarle a ${name}`}
                onPress={onAsk}
              >
                Preguntarle
              </Button>
            }
          >
            Abre su ficha, con su teléfono y su email.
          </Outcome>
          <Outcome
            act={
              <ActionWithReason
                look={isConfirmedAgain ? "secondary" : "quiet"}
                label="Sigue vigente"
                fullLabel={`${short} de ${name} sigue vigente`}
                icon="check"
                tone="primary"
                title={`¿${short} sigue vigente?`}
                act={() => api.coverages.decide({ id, decision: "kept" })}
                done="La cobertura vuelve a mostrarse"
                failure="No se pudo resolver la disputa"
              >
                <p>Vuelve a su perfil y a las búsquedas. Le avisamos por email.</p>
              </ActionWithReason>
            }
          >
            {hidden_at === null
              ? "Se sigue mostrando en su perfil y en las búsquedas"
              : "Vuelve a su perfil y a las búsquedas"}
            ; le avisamos por email.
          </Outcome>
          <Outcome
            act={
              <ActionWithReason
                look={isConfirmedAgain ? "secondary" : "quiet"}
                label="Quitar"
                fullLabel={`Quitar ${short} de ${name}`}
                icon="trash"
                title={`¿Quitar ${short} de ${name}?`}
                act={() => api.coverages.decide({ id, decision: "removed" })}
                done="Quitamos la cobertura"
                failure="No se pudo resolver la disputa"
              >
                <p>Sale de su perfil. Le avisamos por email, y puede volver a agregarla si cambia.</p>
              </ActionWithReason>
            }
          >
            Sale de su perfil; le avisamos por email y puede volver a agregarla.
          </Outcome>
        </Outcomes>
      </div>
    </Card>
  );
}
