import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import { greetingToPatient } from "../../domain/matches/match-words.ts";
import { callLink, formatPhone, whatsAppLink } from "../../domain/profiles/phone.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Fold } from "../../ui/fold.tsx";

/** The patient of a case as the accepted specialist reads it: how to reach them, folded once the case is closed. */
export function PatientContact({ data }: { data: Answers["cases"]["view"] }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const name = data.poster_name ?? "Paciente";
  const title = `Contacto de ${name}`;
  const isClosed = data.status === "closed";
  const greeting = greetingToPatient({ kine: me.data?.name ?? "", patient: name, caseTitle: data.title });
  const ways = (
    <div className="flex flex-col gap-2">
      {/* Three ways in one row, on a phone without their icons. */}
      <div className="flex gap-2 max-sm:*:flex-1 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-1 max-sm:[&_.icon]:hidden">
        {data.phone && (
          <>
            <ButtonLink to={callLink(data.phone)} size="small" variant="secondary" icon="phone">
              <span>
                Llamar<span className="sr-only"> a {name}</span>
              </span>
            </ButtonLink>
            <ButtonLink to={whatsAppLink(data.phone, greeting)} size="small" variant="secondary" icon="whatsapp">
              <span>
                WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
              </span>
            </ButtonLink>
          </>
        )}
        {data.match && <ConversationButton id={data.match.id} about={`sobre ${data.title}`} size="small" />}
      </div>
      <p data-uncovered className={data.phone ? "font-semibold tabular-nums" : "text-muted"}>
        {data.phone ? formatPhone(data.phone) : "No dejó un teléfono de contacto."}
      </p>
      <p className="text-sm text-muted">
        Solo el especialista asignado ve los datos de contacto.
        {isClosed && " Son los que tenían cuando se cerró el caso."}
      </p>
    </div>
  );
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      {isClosed ? (
        <Fold title={title}>{ways}</Fold>
      ) : (
        <>
          <h3 className="text-lg">{title}</h3>
          {ways}
        </>
      )}
    </section>
  );
}
