import type { Answers } from "../../client/api.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ApplicationStatusBadge } from "../kine-applications/application-status-badge.tsx";
import { REPORT_REASON_LABELS } from "../reports/report.ts";

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

type Departure = Answers["dossiers"]["person"]["departures"][number];

const SAME = { licence: "la matrícula", email: "el email", phone: "el teléfono" } as const;

function titleOf({ is_theirs, same }: Departure): string {
  if (is_theirs) return "Ya tuvo una cuenta";
  return `${same.includes("licence") ? "Misma matrícula" : "Mismo teléfono"} que una cuenta borrada`;
}

/** What is known of earlier accounts that may be the same person's, for admins. Renders nothing when there are none. */
export function DepartureLines({ departures }: { departures: Departure[] }) {
  const titles = [...new Set(departures.map(titleOf))];
  return titles.map((title) => (
    <Group key={title} title={title} departures={departures.filter((each) => titleOf(each) === title)} />
  ));
}

function Group({ title, departures }: { title: string; departures: Departure[] }) {
  return (
    <section className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      <p className="font-semibold">{title}</p>
      {departures.map((departure) => (
        <div key={departure.left_at.toISOString()} className="flex flex-col gap-2 text-sm">
          <p>
            {departure.is_theirs ? "La" : "Se"} borró el {formatDay(departure.left_at)}.
            {departure.is_theirs && ` Coincide ${departure.same.map((key) => SAME[key]).join(", ")}.`}{" "}
            {departure.average_stars !== null &&
              `Tenía ${plural(departure.review_count, "reseña", "reseñas")}, con ${departure.average_stars.toFixed(1)} de promedio.`}{" "}
            {departure.rejection &&
              `Se le rechazó la admisión el ${formatDay(departure.rejection.decided_at)}${departure.rejection.reason ? `: «${departure.rejection.reason}»` : "."}`}{" "}
            {departure.found_false_at &&
              `Un administrador objetó ${departure.is_theirs ? "una matrícula suya" : "la matrícula"} el ${formatDay(departure.found_false_at)}.`}{" "}
            {departure.is_suspended && <Badge tone="danger">Estaba suspendida</Badge>}
          </p>
          {departure.reports.map((report) => (
            <blockquote key={report.created_at.toISOString()} className="border-l-4 border-line pl-4">
              <p>
                Denuncia del {formatDay(report.created_at)}: {REPORT_REASON_LABELS[report.reason].toLowerCase()}.{" "}
                {report.decided_at ? `Con razón: ${report.decision}` : "Quedó sin resolver."}
              </p>
              {report.details && <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>}
              {report.text && <p className="text-muted whitespace-pre-line wrap-anywhere">«{report.text}»</p>}
            </blockquote>
          ))}
        </div>
      ))}
    </section>
  );
}

type KnownBeforeProps = { others: SameLicence[]; departures: Departure[] };

/** What an admin reads before a licence gets a check: who else states it, and its person's earlier accounts. */
export function KnownBefore({ others, departures }: KnownBeforeProps) {
  return (
    <>
      <SameLicenceLines all={others} />
      <DepartureLines departures={departures} />
    </>
  );
}
