import type { Finding } from "./findings.ts";
import { movedId, timeOf } from "./ids.ts";
import { keep } from "./insert.ts";
import type { OfCase, PlacedMatch } from "./place-matches.ts";
import { noLosses, textOf } from "./texts.ts";
import type { Hashed } from "./source.ts";

const TABLE = "public.reviews";

/**
 * The reviews of a case that a review here can be: of an accepted specialist, by the case's patient, the first of each pair. An author or a specialist
 * whose account is gone is nobody, as after a deletion here.
 */
export function placeReviews(
  { id: case_id, patient, people, ledger }: OfCase,
  accepted: PlacedMatch[],
  oldPatient: string | null,
  found: Hashed[],
) {
  const acceptedBy = new Map(accepted.map(({ row }) => [row.kine_id, row]));
  const seen = new Set<string>();
  return found.flatMap(({ data, sha256 }) => {
    const old_id = data["id"] ?? "";
    const kine_id = people.get(data["kine_id"] ?? "")?.id ?? null;
    const stars = Number(data["stars"]);
    const author = data["patient_id"] ?? null;
    const match = acceptedBy.get(kine_id ?? "");
    const isOthers = author !== null && author !== oldPatient && people.has(author);
    const why: Finding | null = !(Number.isInteger(stars) && stars >= 1 && stars <= 5)
      ? "stars_outside"
      : isOthers
        ? "review_of_others"
        : kine_id === null
          ? "orphan"
          : !match
            ? "review_without_acceptance"
            : null;
    if (why) {
      ledger.left(TABLE, old_id, why);
      return [];
    }
    if (seen.has(kine_id ?? "")) {
      ledger.left(TABLE, old_id, "reviewed_twice");
      return [];
    }
    seen.add(kine_id ?? "");
    const losses = noLosses();
    const created_at = timeOf(data["created_at"]) ?? new Date(0);
    const id = movedId("review", old_id, created_at);
    const row = {
      id,
      case_id,
      patient_id: patient?.id ?? null,
      kine_id,
      stars,
      comment: textOf(losses, "comment", data["comment"], { most: 2000, isLine: false }),
      created_at,
      accepted_at: match?.created_at ?? created_at,
      // It was read and counted there: its specialist keeps it.
      is_confirmed: patient?.wasConfirmed ?? false,
      is_replaced: false,
      is_waiting: false,
    };
    ledger.moved(TABLE, old_id, losses.findings);
    const kept = keep(
      { kind: "review", old_id, new_id: id, person_id: patient?.id ?? kine_id, sha256: Buffer.from(sha256, "hex") },
      losses.left,
    );
    return { row, kept };
  });
}
