import { type ReactNode, useState } from "react";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { CardHead } from "../../ui/card.tsx";
import { DecisionBar } from "../../ui/decision-bar.tsx";
import { late } from "../../ui/late.tsx";
import { KnownBefore } from "../departures/known-before.tsx";
import { usePast } from "../departures/use-past.ts";
import { statedPlace } from "../licences/licence-words.ts";
import type { RegisterCheckProps } from "../licences/register-check.tsx";
import { StandingBadge } from "../licences/standing-badge.tsx";
import { Unread } from "../licences/unread.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { comparison } from "./profile-change.ts";
import { type ProfileChange, ProfileChangeDecision } from "./profile-change-decision.tsx";
import { UncheckedBadge } from "./unchecked-badge.tsx";

const RegisterCheck = late<RegisterCheckProps>(
  async () => (await import("../licences/register-check.tsx")).RegisterCheck,
  () => <div className="min-h-20" />,
);

/** The reviewed fields of a change, each with its public and its requested value. */
function rowsOf(change: ProfileChange) {
  const { name, license_number, specialty, asked_name, asked_license_number, asked_specialty } = change;
  return comparison(
    { name, license_number, specialty },
    { name: asked_name, license_number: asked_license_number, specialty: asked_specialty },
  );
}

/** What a change asks for, in one line. */
export function ChangedFields({ change }: { change: ProfileChange }) {
  const changed = rowsOf(change).filter(({ isOther }) => isOther);
  if (changed.length === 0) return "No pide cambiar nada";
  return changed.map(({ field, shown, asked }) => <Changed key={field} shown={shown} asked={asked} isInline />);
}

function Changed({ shown, asked, isInline }: { shown: string | null; asked: string | null; isInline?: boolean }) {
  return (
    <>
      <del className="text-muted">
        <span className="sr-only">Ahora: </span>
        {shown ?? "Sin datos"}
      </del>{" "}
      <ins className={`font-semibold text-ink no-underline ${isInline ? "mr-3" : "block"}`}>
        <span className="sr-only">Pide: </span>
        {asked ?? "Sin datos"}
      </ins>
    </>
  );
}

type Row = ReturnType<typeof rowsOf>[number];

/** Whether a field is read before the decision: what changes, and the licence. */
const decides = ({ field, isOther }: Row) => isOther || field === "license_number";

function Rows({ rows, place }: { rows: readonly Row[]; place?: string }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 empty:hidden">
      {rows.map(({ field, label, shown, asked, isOther }) => (
        <div key={field} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={`wrap-anywhere ${field === "license_number" ? "text-xl font-semibold" : ""}`}>
            {isOther ? <Changed shown={shown} asked={asked} /> : (shown ?? "Sin datos")}
            {place && field === "license_number" && (
              <span className={`text-sm font-normal text-muted ${isOther ? "" : "ml-2"}`}>{place}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type ProfileChangeDetailsProps = { change: ProfileChange; onDecided: () => void; children?: ReactNode };

/** A specialist's requested change beside the public values, the check of its licence, and the decision. */
export function ProfileChangeDetails({ change, onDecided, children }: ProfileChangeDetailsProps) {
  const { name, license_number, asked_license_number, standing } = change;
  const rows = rowsOf(change);
  const isSame = rows.every(({ isOther }) => !isOther);
  // The check is of the values that were on the screen.
  const [checked, setChecked] = useState<string | null>(null);
  const past = usePast(change.departures);
  const isDecidedElsewhere =
    (standing === "doubtful" || standing === "inactive") && license_number === asked_license_number;
  const keepsCheck =
    standing !== null &&
    standing !== "declared" &&
    rows.every(({ field, isOther }) => field === "specialty" || !isOther);
  const isChecked = checked === change.id;
  const canCheck = asked_license_number !== null && change.is_license_read && !isDecidedElsewhere && !keepsCheck;
  return (
    <div className="flex flex-col gap-3">
      <CardHead
        aside={standing && standing !== "declared" ? <StandingBadge standing={standing} /> : <UncheckedBadge />}
      >
        <PersonLine name={name} photoUrl={change.photo_url}>
          {change.email}
        </PersonLine>
      </CardHead>
      {isDecidedElsewhere && <p>Aprobar no le devuelve la insignia: su matrícula se decide en «Matrículas».</p>}
      {change.other_checked > 0 && name !== change.asked_name && (
        <p>
          {change.other_checked === 1
            ? "Su otra matrícula queda"
            : `Sus otras ${change.other_checked} matrículas quedan`}{" "}
          por comprobar.
        </p>
      )}
      {isSame && <p>{isDecidedElsewhere ? "" : "Falta comprobar su matrícula. "}No pide cambiar nada.</p>}
      <Rows
        rows={rows.filter(decides)}
        place={statedPlace({ license_number: asked_license_number, license_jurisdiction: change.license_jurisdiction })}
      />
      <KnownBefore others={change.same_licence} past={past} />
      <p className="text-sm text-muted">
        Pedido enviado <RelativeTime date={change.asked_at} />
      </p>
      {asked_license_number && !change.is_license_read && !isDecidedElsewhere && !keepsCheck && <Unread />}
      {canCheck && (
        <RegisterCheck
          number={asked_license_number}
          isChecked={isChecked}
          onCheck={(isNow) => setChecked(isNow ? change.id : null)}
        />
      )}
      <DecisionBar>
        <ProfileChangeDecision
          change={change}
          isChecked={isChecked}
          isNext={isChecked || !canCheck}
          past={past.given}
          onDecided={onDecided}
        />
      </DecisionBar>
      <Rows rows={rows.filter((row) => !decides(row))} />
      {children}
    </div>
  );
}
