import { Link } from "react-router";
import type { Answers } from "../../client/api.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { MatchBookings } from "../bookings/match-bookings.tsx";
import { useOwnBookings } from "../bookings/use-own-bookings.ts";
import { ConversationButton } from "../conversations/conversation-button.tsx";
import { greetingToKine } from "../matches/match-words.ts";
import { ContactActions } from "../profiles/contact-actions.tsx";

export type AttendedByProps = {
  attending: Answers["cases"]["mine"]["items"][number]["attending"];
  caseTitle: string;
  patientName: string;
  isMain: boolean;
  /** The case is closed. */ isOver: boolean;
};

/** "Te atiende Carla", or "Te atendió Carla" once the case is closed: the accepted specialists, each to call or to write to. */
export function AttendedBy({ attending, caseTitle, patientName, isMain, isOver }: AttendedByProps) {
  return (
    <ul className="relative grid gap-5">
      {attending.map((each) => (
        <li key={each.id} className="flex flex-col gap-3">
          <Attending
            {...each}
            greeting={greetingToKine({ kine: each.name, patient: patientName, caseTitle })}
            {...{ isMain, isOver }}
          />
        </li>
      ))}
    </ul>
  );
}

type AttendingProps = AttendedByProps["attending"][number] &
  Pick<AttendedByProps, "isMain" | "isOver"> & { greeting: string };

function Attending({ id, kine_id, name, photo_url, phone, greeting, isMain, isOver }: AttendingProps) {
  const { canAsk, isLoading } = useOwnBookings(id);
  return (
    <>
      <p className="flex items-center gap-3">
        <Avatar name={name} photoUrl={photo_url} />
        <span className="min-w-0">
          {isOver ? "Te atendió" : "Te atiende"}{" "}
          <Link to={`/kines/${kine_id}`} className="rounded font-semibold text-primary underline underline-offset-3">
            {name}
          </Link>
        </span>
      </p>
      <ContactActions name={name} phone={phone} greeting={greeting} isMain={isMain && !canAsk && !isLoading} />
      {!isOver && (
        <div className="flex flex-wrap gap-x-6">
          <MatchBookings matchId={id} isMain={isMain} />
          <div className="-ml-5">
            <ConversationButton id={id} about={`con ${name}`} isPlain />
          </div>
        </div>
      )}
    </>
  );
}
