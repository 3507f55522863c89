import type { Answers } from "../../client/api.ts";
import { applicationsInWords, careInWords, inALine } from "../../domain/cases/case-fit.ts";
import { useFits } from "../../domain/cases/use-fits.ts";
import { useLacked } from "../../domain/profiles/use-lacked.ts";
import { formatMoment } from "../../shared/format.ts";

/** How a case that is on offer fits its reader. */
export function useOfferedFit({ id, access }: CaseStandingProps["data"]) {
  const { fitOf } = useFits([{ items: access === "offered" ? [{ id }] : [] }]);
  return fitOf(id);
}

type CaseStandingProps = { data: Answers["cases"]["view"] };

/**
 * Where the patient wants to be attended; why a case on offer fits its reader, as in the list, and how many applied, until the reader is accepted; the
 * seat that an invitation reserves.
 */
export function CaseStanding({ data }: CaseStandingProps) {
  const { access, seat_until, match } = data;
  const isOffered = access === "offered";
  const { lackedFor } = useLacked(isOffered);
  const line = inALine({
    fit: useOfferedFit(data),
    lacked: isOffered ? lackedFor(data) : null,
    applications: access === "accepted" ? null : applicationsInWords(data),
    insured: data.coverage,
  });
  const isChosen = isOffered && data.status === "matched";
  if (!line && data.preferred_modality === null) return null;
  return (
    <div className="flex flex-col gap-1 wrap-anywhere">
      {isChosen && <p className="font-semibold">Ya eligió a alguien</p>}
      <p>
        Atención: <strong>{careInWords(data)}</strong>
      </p>
      {line && (
        <p className={isOffered && !isChosen ? "font-semibold" : "text-sm text-muted"}>
          {line}
          {seat_until && !match && `. Te invitaron: tu lugar está guardado hasta el ${formatMoment(seat_until)}.`}
        </p>
      )}
    </div>
  );
}
