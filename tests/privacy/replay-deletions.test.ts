// @module-tag operations/full
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { replayDeletions } from "../../app/domain/deletions/replay-deletions.server.ts";
import { emptyDatabase, everyFile, everyRow, restore, run } from "../operator/backup-commands.ts";
import { makeFolder } from "../support/folder.ts";
import { consent, like, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  folder = makeFolder("deleted-again");
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

const noted = (at: TestApp) => readdirSync(join(at.dataDir, "files/deletions")).toSorted();
const canary = (what: string) => `CANARIO-${what}`;

async function publish(person: Person, what: string) {
  const { id } = await person.api.cases.create({ title: canary(what), description: canary(what) });
  const study = Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/X/${canary(what)}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
  const headers = { authorization: `Bearer ${await person.token()}` };
  await fetch(`${testApp.url}/files/case-studies/${id}?name=a.pdf`, {
    method: "PUT",
    body: new Uint8Array(study),
    headers,
  });
  return id;
}

/** The distinct canaries in a test app's rows and files. */
async function canariesIn(at: TestApp): Promise<string[]> {
  const rows = Object.values(await everyRow(at.databaseUrl))
    .flat()
    .join("\n");
  const files = Object.values(everyFile(join(at.dataDir, "files")))
    .map((each) => Buffer.from(each, "base64").toString("latin1"))
    .join("\n");
  const found = [...`${rows}\n${files}`.matchAll(/CANARIO-[A-Za-z-]+/g)].map(([word]) => word);
  return [...new Set(found)].toSorted();
}

test(
  "what was deleted after a backup does not come back with it: accounts, cases, studies, and what stood on a consent",
  { timeout: 240_000 },
  async () => {
    const leaving = await testApp.signUp(like(cast.ana, canary("cuenta")));
    await publish(leaving, "caso-de-cuenta");
    const carla = await testApp.approvedKine(like(cast.carla, canary("kine"), { bio: canary("bio") }));
    const ana = await testApp.signUp(cast.ana);
    const withdrawn = await publish(ana, "retirado");
    const edited = await publish(ana, "queda");
    const withdrawing = await testApp.signUp(like(cast.ana, "Retira"));
    await publish(withdrawing, "consentimiento");
    const again = await testApp.signUp(like(cast.ana, "Vuelve"));
    await publish(again, "de-antes");
    const archive = join(folder, "older");
    expect(
      await run("backup", [archive], { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir }),
    ).toMatchObject({ code: 0 });

    await leaving.api.accounts.delete();
    await carla.api.accounts.delete();
    await ana.api.cases.withdraw({ id: withdrawn });
    const { version, studies_urls } = await testApp.db
      .selectFrom("cases")
      .selectAll()
      .where("id", "=", edited)
      .executeTakeFirstOrThrow();
    const removed_studies = studies_urls.map((path) => path.split("/").at(-1) ?? "");
    await ana.api.cases.update({
      id: edited,
      version,
      title: "Queda",
      description: "Queda",
      studies_access: "verified",
      removed_studies,
    });
    await withdrawing.api.consents.withdrawHealth();
    await again.api.consents.withdrawHealth();
    await consent(again.api);
    expect(noted(testApp).map((name) => name.split("-")[0])).toEqual([
      "account",
      "account",
      "case",
      "case",
      "case",
      "study",
      "withdrawal",
      "withdrawal",
    ]);
    expect(noted(testApp).join()).not.toMatch(/CANARIO|@/i);
    for (const name of noted(testApp))
      expect(readFileSync(join(testApp.dataDir, "files/deletions", name))).toHaveLength(0);

    const database = await emptyDatabase();
    const dataDir = join(folder, "restored");
    const ledger = join(testApp.dataDir, "files/deletions");
    expect(
      await restore(archive, { DATABASE_URL: database.url, DATA_DIR: dataDir }, "--deletions", ledger),
    ).toMatchObject({ code: 0, err: "" });
    const restored = await openTestAppOn(database, { dataDir });
    try {
      // The edited case has the backup's text; its study is deleted.
      expect(await canariesIn(restored)).toEqual([canary("queda")]);
      expect(everyFile(join(dataDir, "files/case-studies"))).toEqual({});
      expect(await restored.db.selectFrom("cases").select(["id", "studies_urls"]).execute()).toEqual([
        { id: edited, studies_urls: [] },
      ]);
      const states = await restored.db
        .selectFrom("profiles")
        .select(["name", "health_consent"])
        .where("name", "in", ["Retira", "Vuelve"])
        .execute();
      expect(states.map(({ health_consent }) => health_consent)).toEqual([null, null]);
      expect(await replayDeletions(restored.app.services)).toBe(0);
      console.log(`deleted again: ${noted(testApp).length} notes, 7 canaries of what was deleted planted, 0 back`);
    } finally {
      await restored.close();
    }
  },
);

test("a database that goes back by itself, its files staying, loses again what was deleted, at the next start and once", async () => {
  const person = await testApp.signUp(like(cast.ana, "Recuperada"));
  const { db } = testApp;
  const row = await db.selectFrom("auth.users").selectAll().where("id", "=", person.id).executeTakeFirstOrThrow();
  await person.api.accounts.delete();
  expect(await replayDeletions(testApp.app.services)).toBe(0);
  // The account's row from a moment before the deletion.
  await db
    .insertInto("auth.users")
    .values({ ...row, raw_user_meta_data: JSON.stringify(row.raw_user_meta_data) })
    .execute();
  await db.deleteFrom("deletions").execute();
  expect(await replayDeletions(testApp.app.services)).toBe(1);
  expect(await db.selectFrom("auth.users").select("id").where("id", "=", person.id).execute()).toEqual([]);
  expect(await replayDeletions(testApp.app.services)).toBe(0);
});

test("a deletion that could not be noted is noted later, and is acknowledged all the same", async () => {
  const { services } = testApp.app;
  const person = await testApp.signUp(like(cast.ana, "Sin Nota"));
  const before = noted(testApp).length;
  const { write } = services.storage;
  services.storage.write = () => Promise.reject(new Error("no space"));
  expect(await person.api.accounts.delete()).toEqual({ deleted: true });
  services.storage.write = write;
  expect(noted(testApp)).toHaveLength(before);
  await replayDeletions(services);
  expect(noted(testApp)).toHaveLength(before + 1);
});

test(
  "what was deleted is looked for once a kind, however many notes there are",
  { tags: "operations/short" },
  async () => {
    const { services } = testApp.app;
    let statements = 0;
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const ledger = join(testApp.dataDir, "files/deletions");
    mkdirSync(ledger, { recursive: true });
    const kinds = ["account", "withdrawal", "case", "study", "evidence"];
    for (const kind of kinds)
      for (let n = 0; n < 20; n++)
        writeFileSync(
          join(ledger, `${kind}-${createHash("sha256").update(`${kind} ${n}`).digest("hex")}-1700000000000`),
          "",
        );
    expect(await replayDeletions({ ...services, db })).toBe(0);
    // Two a kind, and the reading and the writing of the notes.
    expect(statements).toBeLessThanOrEqual(2 * kinds.length + 2);
    expect(await replayDeletions(services)).toBe(0);
  },
);
