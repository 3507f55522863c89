import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { formatDay, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { REPORT_REASON_LABELS } from "../reports/report.ts";

export type Departure = Answers["dossiers"]["person"]["departures"][number];

const list = new Intl.ListFormat("es-AR");

/** What an earlier account has in common with a person, and what it has not. */
function comparedWith({ same, has_licence, has_address }: Departure): string {
  const words = [];
  if (same.includes("licence")) words.push("misma matrícula");
  else if (same.includes("number")) words.push("mismo número de matrícula, de otro tipo o provincia");
  else if (has_licence) words.push("otra matrícula");
  if (same.includes("email")) words.push("mismo email");
  else words.push(has_address ? "otro email" : "no confirmó el email");
  if (same.includes("phone")) words.push("mismo teléfono");
  const text = list.format(words);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const ANSWERS = { true: "Se contestó que es la misma persona.", false: "Se contestó que no es la misma persona." };

type EarlierAccountsProps = { departures: Departure[]; children: (departure: Departure) => ReactNode };

/** What is known of deleted accounts that may have been a person's, for admins, each with what `children` asks. Renders nothing when there are none. */
export function EarlierAccounts({ departures, children }: EarlierAccountsProps) {
  if (departures.length === 0) return null;
  return (
    <section className="flex flex-col gap-3 rounded-card bg-sunken p-4 text-sm">
      <h3 className="text-base font-semibold">{departures.length === 1 ? "Una cuenta borrada" : "Cuentas borradas"}</h3>
      {departures.map((departure) => (
        <div key={departure.id} className="flex flex-col gap-2">
          <p>
            <span className="font-semibold">{comparedWith(departure)}.</span> Se borró el {formatDay(departure.left_at)}
            .{" "}
            {departure.average_stars !== null &&
              `Tenía ${plural(departure.review_count, "reseña", "reseñas")}, con ${departure.average_stars.toFixed(1).replace(".", ",")} de promedio. `}
            {departure.is_of_another && "Pasaron a otra cuenta. "}
            {departure.is_same !== null && `${ANSWERS[`${departure.is_same}`]} `}
            {departure.rejection &&
              `Se le rechazó la admisión el ${formatDay(departure.rejection.decided_at)}${departure.rejection.reason ? `: «${departure.rejection.reason}»` : "."} `}
            {departure.found_false_at &&
              `Un administrador objetó una matrícula suya el ${formatDay(departure.found_false_at)}. `}
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
          {children(departure)}
        </div>
      ))}
    </section>
  );
}
