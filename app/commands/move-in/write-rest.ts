import type pg from "pg";
import { movedId } from "./ids.ts";
import { insertRows, keep } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { People } from "./plan-people.ts";
import type { SourceRow } from "./source.ts";
import { batchesOf } from "./staging.ts";

type Given = { client: pg.Client; ledger: Ledger; people: People };
type Hours = { data: SourceRow; sha256: string };
type Range = { start: string; end: string; rows: Hours[] };

const HOURS = "public.availabilities";
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?|^24:00(:00)?/;

/** Writes the weekly hours: reversed ones are left, overlapping ones become one. */
export async function writeHours({ client, ledger, people }: Given): Promise<void> {
  const found = batchesOf<{ kine: string; rows: Hours[] }>(
    client,
    `select data->>'kine_id' as kine, jsonb_agg(jsonb_build_object('data', data, 'sha256', encode(sha256, 'hex'))
      order by data->>'weekday', data->>'start_time', data->>'end_time', n) as rows
    from source_public_availabilities group by 1 order by 1`,
  );
  for await (const batch of found) {
    const placed = batch.flatMap(({ kine, rows }) => {
      const person = people.get(kine);
      if (!person || person.isMerged || person.role !== "kine") {
        for (const { data } of rows) ledger.left(HOURS, data["id"] ?? "", "orphan", kine);
        return [];
      }
      return rangesOf(ledger, rows).map((range) => placeRange(ledger, person.id, range));
    });
    await insertRows(
      client,
      HOURS,
      placed.map(({ row }) => row),
    );
    await insertRows(
      client,
      "public.moved_rows",
      placed.flatMap(({ kept }) => kept),
    );
  }
}

/** One specialist's hours in order, with those that overlap together. */
function rangesOf(ledger: Ledger, rows: Hours[]): Range[] {
  const ranges: Range[] = [];
  let weekday = "";
  for (const each of rows) {
    const { data } = each;
    const [id, day, start, end] = [
      data["id"] ?? "",
      data["weekday"] ?? "",
      data["start_time"] ?? "",
      data["end_time"] ?? "",
    ];
    if (!/^[0-6]$/.test(day) || !TIME.test(start) || !TIME.test(end) || end <= start) {
      ledger.left(HOURS, id, "hours_reversed", `${day} ${start}-${end}`);
      continue;
    }
    const last = ranges.at(-1);
    if (last && weekday === day && start < last.end) {
      last.end = end > last.end ? end : last.end;
      last.rows.push(each);
    } else ranges.push({ start, end, rows: [each] });
    weekday = day;
  }
  return ranges;
}

function placeRange(ledger: Ledger, kine_id: string, { start, end, rows }: Range) {
  const [{ data }] = rows as [Hours, ...Hours[]];
  const id = movedId("availability", data["id"] ?? "", null);
  for (const [index, { data: each }] of rows.entries())
    if (index === 0) ledger.moved(HOURS, each["id"] ?? "");
    else ledger.merged(HOURS, each["id"] ?? "", "hours_overlap", data["id"] ?? "");
  const kept = rows.map(({ data: each, sha256 }, index) =>
    keep({
      kind: "availability",
      old_id: each["id"] ?? "",
      new_id: id,
      person_id: kine_id,
      is_merged: index > 0,
      sha256: Buffer.from(sha256, "hex"),
    }),
  );
  return { row: { id, kine_id, weekday: Number(data["weekday"]), start_time: start, end_time: end }, kept };
}

const VIEWS = "public.admin_views";
const KINDS: Record<string, string> = { application: "application", case: "case", patient: "user", review: "review" };

/** Writes what each admin has seen, of the admins and things that moved. */
export async function writeViews({ client, ledger, people }: Given): Promise<void> {
  const found = batchesOf<{ old_id: string; row: SourceRow; new_id: string | null }>(
    client,
    `select v.old_id, v.data as row, m.new_id from source_public_admin_views v
    left join moved_rows m on m.old_id = v.data->>'entity_id' and m.kind = $$user$$ and v.data->>'entity_type' = 'patient'
      or m.old_id = v.data->>'entity_id' and m.kind = v.data->>'entity_type' order by v.n`,
  );
  for await (const batch of found) {
    const views = new Map<string, object>();
    for (const { old_id, row, new_id } of batch) {
      const admin = people.get(row["admin_id"] ?? "");
      if (admin?.role !== "admin" || !new_id || !KINDS[row["entity_type"] ?? ""]) {
        ledger.left(VIEWS, old_id, "view_left");
        continue;
      }
      ledger.moved(VIEWS, old_id);
      const view = { admin_id: admin.id, entity_type: row["entity_type"], entity_id: new_id };
      views.set(Object.values(view).join(" "), view);
    }
    await client.query(
      `insert into admin_views (admin_id, entity_type, entity_id)
      select admin_id, entity_type, entity_id from jsonb_populate_recordset(null::admin_views, $1::jsonb) on conflict do nothing`,
      [JSON.stringify([...views.values()])],
    );
  }
}
