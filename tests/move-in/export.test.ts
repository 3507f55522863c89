import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LEFT_OUT } from "../../app/commands/export/left-out.ts";
import { recordsOf } from "../../app/shared/csv.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { makeFolder } from "../support/folder.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
const folder = join(makeFolder("export"), "salida");
const bio = 'Dice "hola",\ny sigue; con comas';

beforeAll(async () => {
  testApp = await openTestApp();
  const ana = await testApp.signUp(cast.ana);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await fetch(`${testApp.url}/files/avatars`, {
    method: "PUT",
    body: picture,
    headers: { authorization: `Bearer ${await ana.token()}`, "content-type": "image/png" },
  });
  await testApp.db.updateTable("profiles").set({ bio }).where("id", "=", ana.id).execute();
});
afterAll(() => testApp?.close());

async function run(...args: string[]): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../app/commands/export.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += String(part)));
  return { code: await new Promise((ended) => child.on("close", ended)), output };
}

test("everything goes out as CSV with its tables' SQL and files, which any PostgreSQL takes; secrets stay", async () => {
  const { output, code } = await run(folder);
  expect(output).toMatch(/^Exported to .*: \d+ tables, 1 files\n/);
  expect(code).toBe(0);
  expect(statSync(join(folder, "LEEME.md")).mode & 0o077).toBe(0);
  expect(readdirSync(join(folder, "archivos", "avatars"))).toHaveLength(1);
  const names = readdirSync(join(folder, "tablas")).map((name) => name.replace(/\.csv$/, ""));
  const { rows: all } = await query<{ name: string }>(
    testApp.databaseUrl,
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth') and tablename not in ('chores', 'operator_alarms')`,
  );
  expect([...names, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  const users = readFileSync(join(folder, "tablas", "auth.users.csv"), "utf8");
  expect(users).toContain(cast.ana.email);
  for (const name of names)
    expect(readFileSync(join(folder, "tablas", `${name}.csv`), "utf8")).not.toContain("$argon2id$");

  const other = await createDatabase("template0");
  try {
    await query(other.url, readFileSync(join(folder, "schema.sql"), "utf8"));
    for (const name of names) {
      const [, ...records] = recordsOf(readFileSync(join(folder, "tablas", `${name}.csv`), "utf8"));
      const { rows } = await query<{ count: number }>(
        testApp.databaseUrl,
        `select count(*)::int as count from ${name}`,
      );
      expect([name, records.length]).toEqual([name, rows[0]?.count]);
    }
    const [header = [], ...profiles] = recordsOf(readFileSync(join(folder, "tablas", "public.profiles.csv"), "utf8"));
    expect(profiles.map((profile) => profile[header.indexOf("bio")])).toContain(bio);
    const { rows: columns } = await query<{ name: string }>(
      other.url,
      "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'profiles' order by ordinal_position",
    );
    expect(columns.map(({ name }) => name)).toEqual(header);
  } finally {
    await other.drop();
  }
});

test("passwords go out on demand only, and a folder that is not empty is refused", async () => {
  expect(await run(folder)).toEqual({ output: `Cannot export: ${folder} is not empty: name a new folder\n`, code: 1 });
  const other = join(makeFolder("export"), "con");
  expect((await run(other, "--credentials")).code).toBe(0);
  expect(readFileSync(join(other, "tablas", "auth.users.csv"), "utf8")).toContain("$argon2id$");
  expect(existsSync(`${other}.unfinished`)).toBe(false);
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(text, values);
  } finally {
    await client.end();
  }
}
