// @module-tag operations/full
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { emptyDatabase, everyFile, restore, run } from "../operator/backup-commands.ts";
import { makeFolder } from "../support/folder.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  folder = makeFolder("market-restored");
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A case with a study, whose patient accepted a specialist. */
async function matched(kine: Person, name: string) {
  const patient = await testApp.signUp(like(cast.ana, name));
  const { id } = await patient.api.cases.create({ title: name, description: "Me duele" });
  await fetch(`${testApp.url}/files/case-studies/${id}?name=a.pdf`, {
    method: "PUT",
    body: new Uint8Array(Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n")),
    headers: { authorization: `Bearer ${await patient.token()}` },
  });
  const { id: match } = await kine.api.matches.apply({ case_id: id, message: `Hola ${name}` });
  await patient.api.matches.accept({ id: match });
  return { patient, id, match };
}

test(
  "what was deleted of a case that opened again after a copy does not come back with it",
  { timeout: 240_000 },
  async () => {
    const carla = await testApp.approvedKine(like(cast.carla, "Carla Copia"));
    await testApp.approvedKine(like(cast.carla, "Otra Copia", { license_number: "MN 51777" }));
    const [gone, lessened, unconsented] = [
      await matched(carla, "Retirado"),
      await matched(carla, "Sin Estudio"),
      await matched(carla, "Sin Consentimiento"),
    ];
    await carla.api.coverages.replace({
      coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: 0 }],
      refund_invoice: false,
    });
    await sql`insert into coverage_disputes (kine_id, coverage_id) values (${carla.id}, 1)`.execute(testApp.db);
    const archive = join(folder, "copy");
    expect(
      await run("backup", [archive], { DATABASE_URL: testApp.databaseUrl, DATA_DIR: testApp.dataDir }),
    ).toMatchObject({ code: 0 });

    for (const { patient, match } of [gone, lessened, unconsented]) await patient.api.matches.end({ id: match });
    await gone.patient.api.cases.withdraw({ id: gone.id });
    const read = await lessened.patient.api.cases.get({ id: lessened.id });
    await lessened.patient.api.cases.update({
      id: lessened.id,
      version: read.version,
      title: read.title,
      description: read.description,
      studies_access: "verified",
      removed_studies: read.studies.map(({ name }) => name),
    });
    await unconsented.patient.api.consents.withdrawHealth();
    const elena = await testApp.signIn(cast.elena);
    const [dispute] = (await elena.api.coverages.disputes({})).items;
    await elena.api.coverages.decide({ id: dispute!.id, decision: "removed" });
    expect(await testApp.db.selectFrom("cases").select(["id", "studies_urls"]).execute()).toEqual([
      { id: lessened.id, studies_urls: [] },
    ]);

    const database = await emptyDatabase();
    const dataDir = join(folder, "restored");
    expect(
      await restore(
        archive,
        { DATABASE_URL: database.url, DATA_DIR: dataDir },
        "--deletions",
        join(testApp.dataDir, "files/deletions"),
      ),
    ).toMatchObject({ code: 0 });
    const restored = await openTestAppOn(database, { dataDir });
    try {
      const [cases, offered, studies, stated] = [
        await restored.db
          .selectFrom("cases")
          .select(["title", "status", sql<number>`cardinality(studies_urls)`.as("n")])
          .orderBy("id")
          .execute(),
        (await (await restored.signIn(like(cast.carla, "Otra Copia"))).api.cases.available({})).items.map(
          ({ title }) => title,
        ),
        Object.keys(everyFile(join(dataDir, "files/case-studies"))).length,
        (await restored.db.selectFrom("kine_coverages").select("kine_id").where("disputed_at", "is", null).execute())
          .length,
      ];
      expect({ cases, offered, studies, stated }).toEqual({
        cases: [{ title: "Sin Estudio", status: "open", n: 0 }],
        offered: ["Sin Estudio"],
        studies: 0,
        stated: 0,
      });
    } finally {
      await restored.close();
    }
  },
);
