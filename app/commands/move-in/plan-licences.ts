import type pg from "pg";
import { LicenseNumber } from "../../domain/profiles/profile-input.ts";
import { timeOf } from "./ids.ts";
import type { People } from "./plan-people.ts";
import { batchesOf } from "./staging.ts";

/** What a specialist's licence number becomes here: its text in the one form, and whether another specialist keeps it. */
export type PlannedLicence = { text: string | null; isTaken: boolean };
/** By the old id of the profile; a profile without a number is absent. */
export type Licences = ReadonlyMap<string, PlannedLicence>;

type Found = { old_id: string; text: string; city: string | null; created_at: string | null; is_approved: boolean };
type Value = { key: string; kind: string | null; jurisdiction: string | null; number: string; length: number };

const FOUND = `select old_id, data->>'license_number' as text, data->>'location_city' as city, data->>'created_at' as created_at,
    data->>'approval_status' = 'approved' as is_approved
  from source_public_profiles where btrim(data->>'license_number') <> '' order by n`;

/** As a profile's first licence is declared: an MP without its province has that of the profile's place. */
const VALUES = `select license_key(t) as key, v.kind, license_key(v.number) as number, char_length(v.number) as length,
    coalesce(v.jurisdiction, case when v.kind = 'MP' then (select nullif(p.jurisdiction, '02') from vocabulary_names n
      join places p on p.slug = n.place_slug where n.kind = 'place' and n.key = vocabulary_key(c)) end) as jurisdiction
  from unnest($1::text[], $2::text[]) with ordinality given (t, c, n), licence_value(t) v order by given.n`;

/** Decides which specialist keeps a number that several have: the approved, then the older. Those who are here without the move keep theirs. */
export async function planLicences(client: pg.Client, people: People): Promise<Licences> {
  const found: (Found & { value: Value })[] = [];
  const planned = new Map<string, PlannedLicence>();
  for await (const batch of batchesOf<Found>(client, FOUND)) {
    const readable: Found[] = [];
    for (const { ...each } of batch) {
      if (people.get(each.old_id)?.role !== "kine" || people.get(each.old_id)?.isMerged) continue;
      const text = LicenseNumber.safeParse(each.text).data ?? null;
      if (text === null) planned.set(each.old_id, { text, isTaken: false });
      else readable.push({ ...each, text });
    }
    const { rows } = await client.query<Value>(VALUES, [
      readable.map(({ text }) => text),
      readable.map(({ city }) => city),
    ]);
    for (const [index, value] of rows.entries()) {
      const of = readable[index];
      if (of) found.push({ ...of, value });
    }
  }
  const holders = await holdersHere(client);
  const inTurn = found.toSorted(
    (a, b) =>
      Number(b.is_approved) - Number(a.is_approved) ||
      (timeOf(a.created_at)?.getTime() ?? 0) - (timeOf(b.created_at)?.getTime() ?? 0),
  );
  for (const { old_id, text, value } of inTurn) {
    // No register has a longer number.
    if (value.length > 20 || value.number === "") planned.set(old_id, { text: null, isTaken: false });
    else {
      const same = holders.get(value.number) ?? [];
      const isTaken = same.some((holder) => isSame(holder, value));
      planned.set(old_id, { text, isTaken });
      if (!isTaken) holders.set(value.number, [...same, value]);
    }
  }
  return planned;
}

/** As the database judges two first licences of one number (`first_licences_have_one_holder`, `profiles_license_number_key`). */
function isSame(holder: Value, other: Value): boolean {
  if (holder.key === other.key || other.kind === null) return true;
  if (holder.kind === null) return other.kind === "MN" || other.jurisdiction === null;
  return holder.kind === other.kind && holder.jurisdiction === other.jurisdiction;
}

async function holdersHere(client: pg.Client): Promise<Map<string, Value[]>> {
  const { rows } = await client.query<Value>(
    `select license_key(p.license_number) as key, l.value_kind as kind, l.value_number as number, 0 as length, l.jurisdiction
    from licences l join profiles p on p.id = l.kine_id
    where l.is_first and not exists (select from moved_rows m where m.kind = 'user' and m.new_id = p.id and not m.is_merged)`,
  );
  return Map.groupBy(rows, ({ number }) => number);
}
