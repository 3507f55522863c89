import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { ConversationButton } from "../../domain/conversations/conversation-button.tsx";
import { greetingToPatient } from "../../domain/matches/match-words.ts";
import { ContactActions } from "../../domain/profiles/contact-actions.tsx";
import { Icon } from "../../ui/icons.tsx";

/** The patient of a case as the accepted specialist reads it: how to reach them. */
export function PatientContact({ data }: { data: Answers["cases"]["view"] }) {
  const me = useQuery(queries.accounts.me.queryOptions());
  const patient = data.poster_name ?? "Paciente";
  const names = { kine: me.data?.name ?? "", patient, caseTitle: data.title };
  return (
    <section aria-labelledby="case-contact" className="flex flex-col gap-3 rounded-card bg-success-soft p-5">
      <h3 id="case-contact" className="text-lg">
        Contacto de {patient}
      </h3>
      <ContactActions name={patient} phone={data.phone} greeting={greetingToPatient(names)} isMain={false}>
        {data.match && (
          <div className="[&_button]:grow">
            <ConversationButton id={data.match.id} about={`sobre ${data.title}`} />
          </div>
        )}
      </ContactActions>
      <p className="flex items-start gap-2 text-sm">
        <Icon name="lock" className="mt-0.5 size-4.5" />
        Solo el especialista asignado ve los datos de contacto.
        {data.status === "closed" && " Son los que tenían cuando se cerró el caso."}
      </p>
    </section>
  );
}
