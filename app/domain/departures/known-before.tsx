import type { Answers } from "../../client/api.ts";
import { formatDay } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ApplicationStatusBadge } from "../kine-applications/application-status-badge.tsx";
import { EarlierAccounts } from "./earlier-accounts.tsx";
import { isAsked } from "./is-asked.ts";
import { SamePerson } from "./same-person.tsx";
import type { ReadPast } from "./use-past.ts";

type SameLicence = Answers["kineApplications"]["list"]["items"][number]["same_licence"][number];

/** The other people who state a licence. Renders nothing when there are none. */
function SameLicenceLines({ all }: { all: SameLicence[] }) {
  const own = all.find(({ is_own }) => is_own);
  const others = all.filter(({ is_own }) => !is_own);
  if (own)
    return (
      <>
        <p className="rounded-card bg-sunken p-4 text-sm font-semibold">
          La misma cuenta ya la declaró.{objectedTo(own)}
        </p>
        <SameLicenceLines all={others} />
      </>
    );
  if (others.length === 0) return null;
  return (
    <section className="flex flex-col gap-2 rounded-card bg-sunken p-4 text-sm">
      <p className="font-semibold">Otra cuenta declara esta matrícula</p>
      {others.map(({ id, name, email, license_number, approval_status, is_confirmed, ...more }) => (
        <p key={id} className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {name}, {email}: {license_number}
          <ApplicationStatusBadge status={approval_status} />
          {more.is_suspended && <Badge tone="danger">Suspendida</Badge>}
          {more.is_past && <Badge tone="warning">Ya no la declara</Badge>}
          {more.rejection_reason && `Se le rechazó: «${more.rejection_reason}»`}
          {objectedTo(more)}
          <Badge tone={is_confirmed ? "success" : "warning"}>{is_confirmed ? "Confirmado" : "Sin confirmar"}</Badge>
        </p>
      ))}
    </section>
  );
}

const objectedTo = ({ found_false_at }: Pick<SameLicence, "found_false_at">) =>
  found_false_at && ` Un administrador la objetó el ${formatDay(found_false_at)}.`;

type KnownBeforeProps = { others: SameLicence[]; past: ReadPast };

/** What an admin reads before a licence gets a check: who else states it, and earlier accounts, of which they say whether they were the same person's. */
export function KnownBefore({ others, past }: KnownBeforeProps) {
  return (
    <>
      <SameLicenceLines all={others} />
      <EarlierAccounts departures={past.departures}>
        {(departure) =>
          isAsked(departure) && (
            <SamePerson
              departure={departure}
              isSame={past.answerOf(departure.id)}
              onAnswer={(isSame) => past.answer(departure.id, isSame)}
            />
          )
        }
      </EarlierAccounts>
    </>
  );
}
