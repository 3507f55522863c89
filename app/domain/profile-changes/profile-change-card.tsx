import type { ReactNode } from "react";
import type { Answers } from "../../client/api.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Card, CardHead } from "../../ui/card.tsx";
import { StandingBadge } from "../licences/standing-badge.tsx";
import { PersonLine } from "../profiles/person-line.tsx";
import { comparison } from "./profile-change.ts";
import { UncheckedBadge } from "./unchecked-badge.tsx";

export type ProfileChange = Answers["profileChanges"]["list"]["items"][number];

/** A specialist's requested change beside the public values; `children` are the admin's actions. */
export function ProfileChangeCard({ change, children }: { change: ProfileChange; children?: ReactNode }) {
  const { name, license_number, specialty, asked_name, asked_license_number, asked_specialty } = change;
  const rows = comparison(
    { name, license_number, specialty },
    { name: asked_name, license_number: asked_license_number, specialty: asked_specialty },
  );
  const isSame = rows.every(({ isOther }) => !isOther);
  const { standing } = change;
  const isDecidedElsewhere =
    (standing === "doubtful" || standing === "inactive") && license_number === asked_license_number;
  return (
    <Card as="li">
      <div className="flex flex-col gap-4">
        <CardHead
          aside={standing && standing !== "declared" ? <StandingBadge standing={standing} /> : <UncheckedBadge />}
        >
          <div id={`change-${change.id}`}>
            <PersonLine name={name} photoUrl={change.photo_url}>
              {change.email}
            </PersonLine>
          </div>
        </CardHead>
        {isDecidedElsewhere && <p>Aprobar no le devuelve la insignia: su matrícula se decide en «Matrículas».</p>}
        {isSame && <p>{isDecidedElsewhere ? "" : "Falta comprobar su matrícula. "}No pide cambiar nada.</p>}
        <dl className="grid gap-x-6 gap-y-3 md:grid-cols-3">
          {rows.map(({ field, label, shown, asked, isOther }) => (
            <div key={field} className="min-w-0">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="wrap-anywhere">
                {isOther ? (
                  <>
                    <del className="text-muted">
                      <span className="sr-only">Ahora: </span>
                      {shown ?? "Sin datos"}
                    </del>
                    <ins className="block font-semibold no-underline">
                      <span className="sr-only">Pide: </span>
                      {asked ?? "Sin datos"}
                    </ins>
                  </>
                ) : (
                  (shown ?? "Sin datos")
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">
          Pedido enviado <RelativeTime date={change.asked_at} />
        </p>
        {children}
      </div>
    </Card>
  );
}
