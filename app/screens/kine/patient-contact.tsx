import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import type { Booking } from "../../domain/bookings/booking-words.ts";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import { greetingToPatient } from "../../domain/matches/match-words.ts";
import { callLink, formatPhone, whatsAppLink } from "../../domain/profiles/phone.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Fold } from "../../ui/fold.tsx";

type CaseView = Answers["cases"]["view"];

/** The patient of a case as the accepted specialist reads it: how to reach them, folded once the case is closed. */
export function PatientContact({ data }: { data: CaseView }) {
  const name = data.poster_name ?? "Paciente";
  const title = `Contacto de ${name}`;
  const isClosed = data.status === "closed";
  const ways = (
    <div className="flex flex-col gap-2">
      <Ways data={data} />
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

/** The same ways in the card of a turno, while they are in contact. */
export function BookingContact({ booking: { case_id, other_name } }: { booking: Booking }) {
  const { data } = useQuery({
    ...queries.cases.view.queryOptions({ input: { id: case_id } }),
    enabled: other_name !== null,
  });
  if (data?.access !== "accepted") return null;
  return (
    <div className="mt-5 border-t border-line pt-4 print:hidden">
      <Ways data={data} />
    </div>
  );
}

/** Three ways in one row, on a phone without their icons. */
function Ways({ data: { poster_name, title, phone, match } }: { data: CaseView }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const name = poster_name ?? "Paciente";
  const greeting = greetingToPatient({ kine: me.data?.name ?? "", patient: name, caseTitle: title });
  return (
    <div className="flex gap-2 max-sm:*:flex-1 max-sm:[&_.button]:w-full max-sm:[&_.button]:px-1 max-sm:[&_.icon]:hidden">
      {phone && (
        <>
          <ButtonLink to={callLink(phone)} size="small" variant="secondary" icon="phone">
            <span>
              Llamar<span className="sr-only"> a {name}</span>
            </span>
          </ButtonLink>
          <ButtonLink to={whatsAppLink(phone, greeting)} size="small" variant="secondary" icon="whatsapp">
            <span>
              WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
            </span>
          </ButtonLink>
        </>
      )}
      {match && <ConversationButton id={match.id} about={`sobre ${title}`} size="small" />}
    </div>
  );
}
