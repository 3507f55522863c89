import { movedId, timeOf } from "./ids.ts";
import { keep, type Kept } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { People, Person } from "./plan-people.ts";
import { type Losses, noLosses, textOf } from "./texts.ts";
import type { Hashed } from "./source.ts";

export type OfCase = { id: string; patient: Person | null; created_at: Date; people: People; ledger: Ledger };
type MatchStatus = "accepted" | "rejected" | "proposed";
export type PlacedMatch = {
  old_id: string;
  status: MatchStatus;
  losses: Losses;
  kept: Kept;
  row: { id: string; kine_id: string; created_at: Date };
};

const TABLE = "public.matches";
const RANKS: readonly MatchStatus[] = ["accepted", "rejected", "proposed"];

/** The applications to a case, one a specialist: the accepted before the rejected, before the proposed, then the first. */
export function placeMatches({ id: case_id, patient, people, ledger }: OfCase, found: Hashed[]): PlacedMatch[] {
  const byKine = Map.groupBy(
    found.filter(({ data }) => {
      const kine = people.get(data["kine_id"] ?? "");
      const why = !kine ? "orphan" : kine.id === patient?.id ? "own_case" : null;
      if (why) ledger.left(TABLE, data["id"] ?? "", why, data["kine_id"] ?? "");
      return why === null;
    }),
    ({ data }) => people.get(data["kine_id"] ?? "")?.id ?? "",
  );
  return [...byKine].flatMap(([kine_id, applied]) => {
    const [stays, ...others] = applied.toSorted((a, b) => RANKS.indexOf(statusOf(a)) - RANKS.indexOf(statusOf(b)));
    for (const { data } of others) ledger.merged(TABLE, data["id"] ?? "", "applied_twice", stays?.data["id"] ?? "");
    return stays ? placeMatch(case_id, kine_id, stays) : [];
  });
}

function statusOf({ data: { status } }: Hashed): MatchStatus {
  return RANKS.find((known) => known === status) ?? "proposed";
}

function placeMatch(case_id: string, kine_id: string, { data, sha256 }: Hashed): PlacedMatch {
  const old_id = data["id"] ?? "";
  const losses = noLosses();
  const status = statusOf({ data, sha256 });
  if (data["status"] !== status) losses.findings.push(["unknown_status", data["status"] ?? ""]);
  const created_at = timeOf(data["created_at"]) ?? new Date(0);
  const id = movedId("match", old_id, created_at);
  const row = {
    id,
    case_id,
    kine_id,
    status,
    message: textOf(losses, "message", data["message"], { most: 2000, isLine: false }),
    created_at,
    // The old system did not say when.
    decided_at: status === "proposed" ? null : (timeOf(data["updated_at"]) ?? created_at),
  };
  const kept = keep(
    { kind: "match", old_id, new_id: id, person_id: kine_id, sha256: Buffer.from(sha256, "hex") },
    losses.left,
  );
  return { old_id, status, losses, kept, row };
}
