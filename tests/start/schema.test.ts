import pg from "pg";
import { expect, test } from "vitest";
import { lastReleaseMigrations } from "../../db/last-release/last-release.ts";
import { allMigrations, migrate, migrateJobs } from "../../db/migrate.ts";
import { readObjects } from "../../db/objects.ts";
import { readFiles, writeFiles } from "../../db/schema-files.ts";
import { createDatabase } from "../support/database.ts";
import { EMPTY, openLastRelease } from "../support/last-release.ts";
import { readCatalogue } from "./catalogue.ts";

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<object>(statement).finally(() => client.end());
  return rows;
}

test("a new database has every object and row of one that the last release made and the migrations since brought up", async () => {
  const [made, grown] = [await createDatabase(EMPTY), await openLastRelease()];
  try {
    await migrate(made.url);
    const { applied } = await migrate(grown.url);
    expect(applied).toHaveLength(allMigrations().length - lastReleaseMigrations().length);
    expect(await readCatalogue(made.url)).toEqual(await readCatalogue(grown.url));
    expect(await readObjects(made.url)).toEqual(await readObjects(grown.url));
    const record = "select name, checksum from schema_migrations order by name";
    expect(await ask(made.url, record)).toEqual((await grown.client.query(record)).rows);
  } finally {
    await grown.close();
    await made.drop();
  }
});

test("files that are written from nothing make the same objects, and an object moves with its first line and the comment above it", async () => {
  const [made, again] = [await createDatabase(EMPTY), await createDatabase(EMPTY)];
  try {
    await migrate(made.url);
    await migrateJobs(again.url);
    const objects = await readObjects(made.url);
    const [whole, ...others] = writeFiles(objects, []);
    expect(others.join("")).toBe("");
    await ask(again.url, `set check_function_bodies = off; ${whole}`);
    expect(await readObjects(again.url)).toEqual(objects);

    const [line, comment] = ["create table blocks (\n", "-- Who blocked whom.\n"];
    const now = readFiles();
    expect(writeFiles(objects, now)).toEqual(now);
    const moved = now.map((text) => text.replace(line, ""));
    moved[moved.length - 1] += comment + line;
    expect(writeFiles(objects, moved).map((text) => text.includes(comment + line))).toEqual(
      now.map((_, n) => n === now.length - 1),
    );
  } finally {
    await again.drop();
    await made.drop();
  }
});

test("nodes that start at once on an empty database make one", async () => {
  const database = await createDatabase(EMPTY);
  try {
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
    const names = allMigrations().map(({ name }) => name);
    expect(results.map(({ applied }) => applied).toSorted((a, b) => b.length - a.length)).toEqual([names, [], [], []]);
  } finally {
    await database.drop();
  }
});

test("a creation that fails leaves nothing behind, and the next one works", async () => {
  const database = await createDatabase(EMPTY);
  try {
    await ask(database.url, "create table matches ()");
    await expect(migrate(database.url)).rejects.toThrow(
      /^The schema cannot be created: relation "matches" already exists$/,
    );
    expect(await ask(database.url, "select from pg_namespace where nspname = 'auth'")).toEqual([]);
    await ask(database.url, "drop table matches");
    expect((await migrate(database.url)).applied).toHaveLength(allMigrations().length);
  } finally {
    await database.drop();
  }
});

const OLDER = {
  "the first release": "delete from schema_migrations where name > '0001_people_sign_in'",
  "the release before": "delete from schema_migrations where name > '0290_z'",
  "one that lacks a single migration": "delete from schema_migrations where name like '0153%'",
};

test.each(Object.entries(OLDER))(
  "a database of %s is refused in one line that names what brings it up",
  async (_, statement) => {
    const { url, client, close } = await openLastRelease();
    try {
      await client.query(statement);
      const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
      const lacked = lastReleaseMigrations().find(({ name }) => !rows.some((row) => row.name === name));
      await expect(migrate(url)).rejects.toThrow(
        new Error(
          `The database is older than the last release: it lacks ${lacked?.name}. Start the program of commit 25da9942 on it once, then this one`,
        ),
      );
      expect((await client.query("select from schema_migrations")).rowCount).toBe(rows.length);
    } finally {
      await close();
    }
  },
);
