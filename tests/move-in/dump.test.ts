import { createHash, randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDump } from "../../app/commands/move-in/dump-source.ts";
import { openPostgres } from "../../app/commands/move-in/postgres-source.ts";
import { Refusal } from "../../app/commands/move-in/refusal.ts";
import type { SourceRow } from "../../app/commands/move-in/source.ts";
import { makeFolder } from "../support/folder.ts";
import { isFull } from "../support/full.ts";
import { dumpOf, openSource, type SourceDatabase } from "./source-database.ts";

const MUTATIONS = isFull ? 10_000 : 300;
const folder = makeFolder("dumps");
let source: SourceDatabase;
let dump: string;

beforeAll(async () => {
  source = await openSource();
  const id = await source.person("Ana Suárez", {
    profile: { bio: "Línea 1\nlínea 2\tcon \\ y \\. y COPY x FROM stdin;" },
  });
  await source.case("Rodilla", id, { studies_urls: ['a,b"c', "d"] });
  dump = await dumpOf(source);
});
afterAll(() => source?.close());

function write(text: string | Buffer, name = "dump.sql"): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function read(file: string): Promise<Record<string, SourceRow[]>> {
  const found: Record<string, SourceRow[]> = {};
  const opened = await openDump(file);
  for await (const { table, rows } of opened.batches()) found[table] = [...(found[table] ?? []), ...rows];
  return found;
}

test("a plain dump, also compressed or with Windows line ends, says what a connection says", async () => {
  const byConnection: Record<string, SourceRow[]> = {};
  const connection = await openPostgres(source.url, null);
  for await (const { table, rows } of connection.batches())
    byConnection[table] = [...(byConnection[table] ?? []), ...rows];
  await connection.close();
  expect(await read(write(dump))).toEqual(byConnection);
  expect(byConnection["public.profiles"]?.[0]?.["bio"]).toContain("\\. y COPY x");
  expect(await read(write(gzipSync(dump), "dump.sql.gz"))).toEqual(byConnection);
  expect(await read(write(dump.replaceAll("\n", "\r\n")))).toEqual(byConnection);
});

describe("what is no right dump is refused in one line that says how to make it", () => {
  const users = '"id", "email", "created_at"';
  test.each([
    ["an archive", "PGDMP\u0001\u000e", "pg_restore --data-only -f"],
    ["INSERT statements", `INSERT INTO "auth"."users" (${users}) VALUES\n\t('1', 'a@b.c', now());\n`, "--use-copy"],
    ["a schema only", 'CREATE TABLE "auth"."users" (id uuid);\n', "no data of auth.users"],
    ["the end cut off", `COPY "auth"."users" (${users}) FROM stdin;\n1\ta@b.c\t2025-01-01 00:00:00+00\n`, "cut off"],
    [
      "a row with too few values",
      `COPY "auth"."users" (${users}) FROM stdin;\n1\n\\.\n`,
      "line 2: 1 values for 3 columns",
    ],
    ["a column missing", 'COPY "auth"."users" ("id") FROM stdin;\n\\.\n', "no column email"],
    [
      "a table twice",
      `COPY auth.users (${users}) FROM stdin;\n\\.\nCOPY auth.users (${users}) FROM stdin;\n\\.\n`,
      "second time",
    ],
    [
      "INSERT statements beside a block",
      `COPY auth.users (${users}) FROM stdin;\n\\.\nINSERT INTO auth.users (${users}) VALUES ('1', 'a@b.c', now());\n`,
      "line 3 is an INSERT statement",
    ],
    ["another form of COPY", `COPY auth.users (${users}) FROM stdin WITH (FORMAT csv);\n`, "no COPY of pg_dump"],
    ["a text that does not end", `COPY auth.users (${users}) FROM stdin;\n\\.\nSELECT 'a\n`, "cut off"],
    ["no file", null, "there is no file"],
  ])("%s", async (_, text, says) => {
    const file = text === null ? join(folder, "none.sql") : write(text);
    const refused = await read(file).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).message).toContain(says);
  });

  test("bytes that are no UTF-8, and a damaged compression", async () => {
    const latin = Buffer.from(dump.replace("Suárez", "Su\u00e1rez"), "latin1");
    await expect(read(write(latin))).rejects.toThrow("not in UTF-8");
    await expect(read(write(gzipSync(dump).subarray(0, 300), "cut.sql.gz"))).rejects.toThrow("is damaged");
  });
});

test("a COPY line within a text, a function's body or a comment is no data, and an INSERT there is none either", async () => {
  const forged = `COPY "auth"."users" ("id", "email", "created_at") FROM stdin;\n1\ta@b.c\t2025-01-01\n\\.\nINSERT INTO "auth"."users" VALUES (1);\n`;
  const quoted = [
    `INSERT INTO public.notas VALUES ('it''s\n${forged}');`,
    `INSERT INTO public.notas VALUES (E'it\\'s\n${forged}');`,
    `CREATE FUNCTION f() RETURNS void AS $_$\n${forged}$_$ LANGUAGE plpgsql;`,
    `DO $do$ begin execute $q$\n${forged}$q$; end $do$;`,
    `/* it's /* nested */\n${forged}*/`,
    `CREATE TABLE public."a\n${forged.replaceAll('"', '""')}b" (id int);`,
    "-- it's",
    "SELECT a$b, 'c' FROM d$e;",
  ].join("\n");
  expect(await read(write(`${quoted}\n${dump}${quoted}\n`))).toEqual(await read(write(dump, "plain.sql")));
});

test(
  "dumps that were changed at random are read or refused in one line, whatever they say",
  { timeout: 600_000 },
  async () => {
    const bytes = Buffer.from(dump);
    const outcomes = { read: 0, refused: 0 };
    for (let n = 0; n < MUTATIONS; n += 1) {
      const changed = Buffer.from(bytes);
      for (let times = randomInt(1, 4); times > 0; times -= 1) changed[randomInt(changed.length)] = randomInt(256);
      const [from, to] = [randomInt(changed.length), randomInt(changed.length)];
      const parts = [
        changed,
        changed.subarray(0, from),
        Buffer.concat([changed.subarray(0, from), changed.subarray(to)]),
      ];
      const outcome = await read(write(parts[n % 3]!)).catch((error: unknown) => error);
      if (outcome instanceof Error && !(outcome instanceof Refusal)) throw outcome;
      if (outcome instanceof Refusal) {
        outcomes.refused += 1;
        expect(outcome.message).not.toContain("\n");
      } else outcomes.read += 1;
    }
    expect(outcomes.read).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
  },
);

test("a source that hides rows from its reader, or cannot be reached, is refused; reading takes no lock that a writer waits for", async () => {
  const { client } = source;
  const role = `reader_${createHash("md5").update(source.url).digest("hex").slice(0, 8)}`;
  await client.query(`create role ${role} login password 'x'; grant usage on schema auth, public, storage to ${role};
    grant select on all tables in schema auth, public, storage to ${role}`);
  try {
    const url = Object.assign(new URL(source.url), { username: role, password: "x" }).href;
    const hidden = await openPostgres(url, null);
    const reading = async () => {
      for await (const batch of hidden.batches()) expect(batch).toBeDefined();
    };
    await expect(reading()).rejects.toThrow("the source hides rows from this user: use the owner's address");
    await hidden.close();
  } finally {
    await client.query(`drop owned by ${role}; drop role ${role}`);
  }
  await expect(openPostgres("postgres://a:b@127.0.0.1:9/x", null)).rejects.toThrow("the source does not answer");
  await expect(openPostgres("postgres://a:b@db.invalid:5432/x", null)).rejects.toThrow("session pooler");
  const writes = await openPostgres(source.url, null);
  await client.query("update public.cases set title = 'Rodilla derecha'");
  await writes.close();
});
