import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { Fold } from "../../ui/fold.tsx";
import { HowTold } from "../notifications/how-told.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { AskPush } from "../push/ask-push.tsx";
import { Rating } from "../reviews/rating.tsx";
import { waitingInWords } from "./waiting-words.ts";

export type WaitingLineProps = { caseId: string; openedBy: number; isMain: boolean };

/** What the patient of a case without applications can expect; of the first case also how they will be told and who is near. */
export function WaitingLine({ caseId, openedBy, isMain }: WaitingLineProps) {
  const { data } = useQuery(queries.cases.outlook.queryOptions({ input: { id: caseId } }));
  return (
    <div className="flex flex-col gap-3">
      <p className="min-h-20">
        {waitingInWords({ minutes: data?.first_application_minutes ?? null, nearby: data?.nearby ?? 0, openedBy })}
      </p>
      {isMain && <HowTold />}
      {isMain && (
        <div className="relative empty:hidden">
          <AskPush question="¿Te avisamos en este dispositivo?" />
        </div>
      )}
      {isMain && data && data.specialists.length > 0 && (
        <div className="relative">
          <Fold title="Mientras tanto, conocé especialistas">
            <ul role="list" className="grid gap-3">
              {data.specialists.map(({ id, name, photo_url, specialty, location_city, ...rating }) => (
                <li key={id}>
                  <Link
                    to={`/kines/${id}`}
                    className="block rounded-card border border-line p-3 hover:border-primary hover:bg-primary-soft"
                  >
                    <PersonLine name={name} photoUrl={photo_url}>
                      {[specialty, location_city].filter(Boolean).join(" · ")}
                    </PersonLine>
                    <Rating of={rating} />
                  </Link>
                </li>
              ))}
            </ul>
          </Fold>
        </div>
      )}
    </div>
  );
}
