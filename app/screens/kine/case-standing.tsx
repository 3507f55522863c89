import type { Answers } from "../../client/api.ts";
import { inALine } from "../../domain/cases/case-fit.ts";
import { useFits } from "../../domain/cases/use-fits.ts";
import { formatMoment } from "../../shared/format.ts";

type CaseStandingProps = { data: Answers["cases"]["view"] };

/** Why a case on offer fits its reader, as in the list; the seats taken, if the case caps them, and the one that an invitation reserves. */
export function CaseStanding({ data }: CaseStandingProps) {
  const { id, access, seats, seats_taken, seat_until, match } = data;
  const isOffered = access === "offered";
  const fitOf = useFits([{ items: isOffered ? [{ id }] : [] }]);
  const taken = seats === null || seats_taken === null ? null : `${seats_taken} de ${seats} postulaciones`;
  const line = inALine(fitOf(id), taken);
  if (!line) return null;
  return (
    <p className={isOffered ? "font-semibold wrap-anywhere" : "text-sm text-muted"}>
      {line}
      {seat_until && !match && `. Te invitaron: tu lugar está guardado hasta el ${formatMoment(seat_until)}.`}
    </p>
  );
}
