import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDump } from "../../app/commands/move-in/dump-source.ts";
import { cast } from "../../app/demo/cast.ts";
import { seed } from "../../app/demo/seed.ts";
import { makeFolder } from "../support/folder.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { openMove, type TestMove } from "./moving.ts";
import { openSource } from "./source-database.ts";

const FIRST_ADMIN = "primera.alla@example.com";
/** Signs that COPY escapes, lines that look like its own, and signs that break line readers. */
const ODD =
  'Dice "hola",\n\\.\n\\N\tcon \\t, \\x41\r\nCOPY "auth"."users" ("id") FROM stdin;\u0001\b\f\v\u0085\u2028\u2029 ñandú 🦵🏽 \u202Eالسلام; --';
let here: TestApp;
let there: TestMove;

beforeAll(async () => {
  here = await openTestApp({ ADMIN_EMAIL: "primera@example.com", ADMIN_PASSWORD: "" });
  await here.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").execute();
  });
  await seed(here.app.services);
  const ana = await here.signIn(cast.ana);
  const headers = { authorization: `Bearer ${await ana.token()}`, "content-type": "image/png" };
  const body = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await fetch(`${here.url}/files/avatars`, { method: "PUT", body, headers });
  const { items } = await ana.api.cases.mine({});
  const open = items.find(({ status }) => status === "open")?.id ?? "";
  for (const name of ["uno.png", "dos.png"])
    await fetch(`${here.url}/files/case-studies/${open}?name=${name}`, { method: "PUT", body, headers });
  await here.db.updateTable("profiles").set({ bio: ODD }).where("id", "=", ana.id).execute();
  await here.db.updateTable("cases").set({ description: ODD }).where("id", "=", open).execute();
  await here.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.updateTable("matches").set({ message: ODD }).where("case_id", "=", open).execute();
    await tx.updateTable("reviews").set({ comment: ODD }).where("stars", "=", 5).execute();
    // An argon2id of another system, a bcrypt one that nobody entered with, an account that has no password, one of a person with a second factor.
    const { rows } = await sql<{
      id: string;
    }>`select id from auth.users where email like 'paciente%' order by id`.execute(tx);
    const [moved, bcrypt, none, guarded, due] = rows.map(({ id }) => id);
    await sql`update auth.users set encrypted_password = replace(encrypted_password, '$argon2id', '$moved-argon2id') where id = ${moved}`.execute(
      tx,
    );
    await sql`update auth.users set encrypted_password = replace(encrypted_password, '$argon2id', '$bcrypt-argon2id$2b$10$abcdefghijklmnopqrstuv') where id = ${bcrypt}`.execute(
      tx,
    );
    await sql`update auth.users set encrypted_password = null where id = ${none}`.execute(tx);
    await sql`insert into auth.identities (user_id, provider, provider_id, issuer, identity_data) values
      (${none}, 'google', '10987654321', 'https://accounts.google.com', '{"sub": "10987654321", "iss": "https://accounts.google.com", "email": "x@gmail.com", "email_verified": true}')`.execute(
      tx,
    );
    await sql`insert into auth.mfa_factors (user_id, factor_type, status, secret_encrypted) values (${guarded}, 'totp', 'verified', '\\x00')`.execute(
      tx,
    );
    await sql`update auth.users set must_change_password = true where id = ${due}`.execute(tx);
    await sql`update auth.users set profile_due = true where id = ${due}`.execute(tx);
    // The same hours in two places.
    await sql`insert into availabilities (kine_id, weekday, start_time, end_time, place_id)
      select kine_id, weekday, start_time + interval '30 minutes', end_time + interval '30 minutes', place_id from availabilities limit 40 on conflict do nothing`.execute(
      tx,
    );
  });
  const { rows: reviewers } = await sql<{
    email: string;
  }>`select distinct u.email from auth.users u join reviews r on r.patient_id = u.id
    where r.hidden_at is null and r.kine_id is not null and u.email like 'paciente%' and u.encrypted_password like '$argon2id$%' and not u.must_change_password
      and not exists (select from auth.mfa_factors f where f.user_id = u.id) order by 1 limit 1`.execute(here.db);
  const leaving = await here.signIn({ ...cast.ana, email: reviewers[0]?.email ?? "" });
  await leaving.api.accounts.delete();
  await here.db.transaction().execute(async (tx) => {
    const [id] = (
      await sql<{ id: string }>`select id from auth.users where email = 'kine7@example.com'`.execute(tx)
    ).rows.map((row) => row.id);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into suspensions (user_id, reason) values (${id}, 'Se hace pasar por otra persona')`.execute(tx);
    await sql`update profiles set suspended_at = (select suspended_at from suspensions where user_id = ${id}) where id = ${id}`.execute(
      tx,
    );
    await sql`update reviews set hidden_at = now(), hidden_reason = 'Insulta' where id = (select id from reviews where patient_id is not null order by id limit 1)`.execute(
      tx,
    );
  });
  there = await openMove({ firstAdmin: FIRST_ADMIN });
}, 300_000);
afterAll(async () => {
  await there?.close();
  await here?.close();
});

async function exported(databaseUrl: string, dataDir: string, ...args: string[]): Promise<string> {
  const folder = join(makeFolder("export"), "salida");
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../app/commands/export.ts"), folder, "--as", "supabase", ...args],
    { env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  expect([await new Promise((ended) => child.on("close", ended)), output]).toEqual([
    0,
    expect.stringMatching(/^Exported to .*: 12 tables, 3 files\n/),
  ]);
  return folder;
}

const filesOf = (folder: string) =>
  readdirSync(join(folder, "archivos"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted();

/** The lines of a dump without those of one person. */
function without(dump: string, email: string): string[] {
  const lines = dump.split("\n");
  const id = lines.find((line) => line.includes(`\t${email}\t`))?.split("\t")[1] ?? "nobody";
  return lines.filter((line) => !line.includes(id));
}

test(
  "what goes out in the old system's shape comes back, and out again, byte for byte; but for the first admin of the new installation",
  { timeout: 300_000 },
  async () => {
    const first = await exported(here.databaseUrl, here.dataDir, "--credentials");
    const dump = readFileSync(join(first, "dump.sql"), "utf8");
    expect(statSync(join(first, "dump.sql")).mode & 0o077).toBe(0);
    // A case that stays for its review, a suspended account, and the signs that COPY escapes.
    for (const part of ["Caso eliminado", "2999-12-31 00:00:00+00", "\\n\\\\.\\n", "🦵🏽"])
      expect([part, dump.includes(part)]).toEqual([part, true]);
    for (const path of filesOf(first)) there.file(path.slice("/archivos/".length), readFileSync(join(first, path)));
    const { state, ledger } = await there.run({ dump });
    const findings = ledger.entries.map(({ finding }) => finding);
    expect([...new Set(findings)].toSorted()).toEqual(["banned", "case_ownerless", "no_password"]);
    expect(findings.filter((each) => each !== "case_ownerless")).toHaveLength(5);
    expect(state).toBe("loaded");
    const second = await exported(there.url, there.dataDir, "--credentials");
    const again = readFileSync(join(second, "dump.sql"), "utf8");
    const lines = without(again, FIRST_ADMIN);
    const before = new Set(dump.split("\n"));
    expect(lines.filter((line) => !before.has(line))).toEqual([]);
    expect(lines.join("\n") === dump).toBe(true);
    expect(filesOf(second)).toEqual(filesOf(first));
  },
);

test("the old system's own tables take every row of it", async () => {
  const source = await openSource();
  try {
    const dump = await openDump(join(await exported(here.databaseUrl, here.dataDir), "dump.sql"));
    const counts: Record<string, number> = {};
    for await (const { table, rows } of dump.batches())
      for (const row of rows) {
        await source.insert(table, row);
        counts[table] = (counts[table] ?? 0) + 1;
      }
    const { rows } = await source.client.query<{ people: number; cases: number }>(
      "select (select count(*)::int from public.profiles) as people, (select count(*)::int from public.cases) as cases",
    );
    expect(rows).toEqual([{ people: counts["auth.users"], cases: counts["public.cases"] }]);
    expect(counts["public.cases"]).toBeGreaterThan(50);
    const { rows: passwords } = await source.client.query("select from auth.users where encrypted_password <> ''");
    expect(passwords).toEqual([]);
  } finally {
    await source.close();
  }
});
