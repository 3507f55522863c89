/** As many cases of a patient as tell a specialist at once on a day. */
const MOST_OF_A_PATIENT = 2;
const LAST = Number.MAX_SAFE_INTEGER;

type Line = { offered_by: string | null; is_proven: boolean };

/**
 * The lines of a message, of which only the first are shown: cases on offer stand after everything else, the further cases of one patient after those
 * of others, and last those of unproven mailboxes. Within a turn the order stays.
 */
export function inTurns<Of extends Line>(lines: readonly Of[]): Of[] {
  const cases = new Map<string, number>();
  const turnOf = ({ offered_by, is_proven }: Of) => {
    if (offered_by === null) return 0;
    if (!is_proven) return LAST;
    const nth = (cases.get(offered_by) ?? 0) + 1;
    cases.set(offered_by, nth);
    return Math.max(nth, MOST_OF_A_PATIENT);
  };
  return lines
    .map((line) => ({ line, turn: turnOf(line) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ line }) => line);
}
