import type pg from "pg";
import type { Key } from "../../platform/crypto.server.ts";
import type { Ledger } from "./ledger.ts";
import type { Licences } from "./plan-licences.ts";
import type { People } from "./plan-people.ts";
import { Refusal } from "./refusal.ts";
import { courseProblems, removeEarlier, settleRows } from "./settle.ts";
import { READ, type ReadTable } from "./source.ts";
import { batchesOf, staged } from "./staging.ts";
import { quietTriggers } from "./triggers.ts";
import { writeApplications } from "./write-applications.ts";
import { writeCases } from "./write-cases.ts";
import { writePeople } from "./write-people.ts";
import { writeHours, writeViews } from "./write-rest.ts";

export type Rows = {
  client: pg.Client;
  ledger: Ledger;
  people: People;
  licences: Licences;
  photos: ReadonlyMap<string, string>;
  studies: ReadonlyMap<string, string>;
  studyPath: (entry: string) => string | null;
  factorKey: Key;
  /** Whether open cases stay in the lists (`keep`) or sleep until their patients consent. */
  consent: "keep" | "ask";
};

/**
 * Replaces, in the caller's transaction, all that an earlier run brought by the staged rows. Throws when a rule of the course would be broken, or a row of
 * the source ended nowhere.
 */
export async function writeRows(rows: Rows): Promise<void> {
  const { client } = rows;
  const enableTriggers = await quietTriggers(client);
  await removeEarlier(client);
  await writePeople(rows);
  await leaveStrangers(rows);
  await writeApplications(rows);
  await writeCases(rows);
  await writeHours(rows);
  await writeViews(rows);
  await settleRows(client, rows.consent);
  const broken = await courseProblems(client);
  if (broken.length > 0) throw new Refusal(`the moved rows would break rules of this program: ${broken.join("; ")}`);
  mustAddUp(rows.ledger);
  for (const statement of enableTriggers) await client.query(statement);
}

/** Rows of people without an account. */
async function leaveStrangers({ client, ledger }: Rows): Promise<void> {
  for (const [table, owner] of [
    ["public.profiles", "id"],
    ["public.user_roles", "user_id"],
    ["auth.identities", "user_id"],
    ["auth.mfa_factors", "user_id"],
  ] as const) {
    const finding = table === "public.profiles" ? "profile_alone" : "orphan";
    const strangers = `select s.old_id from ${staged(table)} s
      where not exists (select from source_auth_users u where u.old_id = s.data->>'${owner}') order by s.n`;
    for await (const batch of batchesOf<{ old_id: string }>(client, strangers))
      for (const { old_id } of batch) ledger.left(table, old_id, finding);
  }
}

function mustAddUp(ledger: Ledger): void {
  for (const table of Object.keys(READ) as ReadTable[]) {
    const { rows, moved, merged, changed, left } = ledger.counts.get(table) ?? EMPTY;
    if (rows !== moved + merged + changed + left)
      throw new Error(`of ${rows} rows of ${table}, ${moved + merged + changed + left} ended in a place`);
  }
}

const EMPTY = { rows: 0, moved: 0, merged: 0, changed: 0, left: 0 };
