import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { openApp } from "../../app/server/app.server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let bruno: Person;
let carla: Person;
let second: Person;
let png: Buffer;
let id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  [ana, bruno] = [await testApp.signUp(cast.ana), await testApp.signUp(cast.bruno)];
  carla = await testApp.approvedKine(cast.carla);
  second = await testApp.approvedKine(like(cast.carla, "Marta Segunda", { license_number: "MN 2" }));
  png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#0F4C5C" } })
    .png()
    .toBuffer();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  ({ id } = await ana.api.cases.create(says));
});

const says = { title: "Rodilla", description: "Me duele", injury_area: "Rodilla", studies_access: "accepted" as const };
const edit = (title: string, version = 1, more: { studies_access?: "verified"; removed_studies?: string[] } = {}) =>
  ana.api.cases.update({ ...says, id, version, title, ...more });
const apply = async (kine = carla) => (await kine.api.matches.apply({ case_id: id, message: "Hola" })).id;
const caseRow = () => testApp.db.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirst();
const matches = () => testApp.db.selectFrom("matches").selectAll().where("case_id", "=", id).execute();
const addStudy = async (name: string) =>
  (
    await fetch(`${testApp.url}/files/case-studies/${id}?name=${name}`, {
      method: "PUT",
      body: new Uint8Array(png),
      headers: { authorization: `Bearer ${await ana.token()}` },
    })
  ).status;
const storedFiles = () => readdir(join(testApp.dataDir, "files/case-studies", ana.id, id)).catch(() => []);
const dropped = () => testApp.db.selectFrom("dropped_studies").select("path").execute();
const fifty = async (call: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: 50 }, (_, n) => outcome(call(n))));

describe("a specialist", () => {
  test("withdraws an application, which the patient sees no more, and may apply anew", async () => {
    const first = await apply();
    expect(await carla.api.matches.withdraw({ id: first })).toEqual({ case_id: id });
    expect((await ana.api.cases.get({ id })).applications).toEqual([]);
    expect((await carla.api.matches.mine()).items.filter(({ case_id }) => case_id === id)).toEqual([]);
    expect((await carla.api.cases.available({})).items.map((one) => one.id)).toContain(id);
    const again = await apply();
    expect((await ana.api.cases.get({ id })).applications.map((one) => one.id)).toEqual([again]);
  });

  test("withdraws neither a decided application nor somebody else's, nor twice", async () => {
    const [mine, others] = [await apply(), await apply(second)];
    expect(await outcome(carla.api.matches.withdraw({ id: others }))).toBe("NOT_FOUND");
    await ana.api.matches.reject({ id: others });
    expect(await outcome(second.api.matches.withdraw({ id: others }))).toBe("MATCH_DECIDED");
    await carla.api.matches.withdraw({ id: mine });
    expect(await outcome(carla.api.matches.withdraw({ id: mine }))).toBe("NOT_FOUND");
    await expect(ana.api.matches.accept({ id: mine })).rejects.toThrow("puede que la hayan retirado");
  });

  test("takes a proposed application from a closed case too", async () => {
    const [mine, others] = [await apply(), await apply(second)];
    await ana.api.matches.accept({ id: others });
    await ana.api.cases.close({ id });
    expect(await outcome(carla.api.matches.withdraw({ id: mine }))).toBe("ok");
  });
});

describe("a patient", () => {
  test("edits an open case by the rules of a new one, and whoever applied reads it with its date", async () => {
    await apply();
    expect(
      await ana.api.cases.update({
        id,
        version: 1,
        title: " Hombro ",
        description: "Otra cosa",
        studies_access: "verified",
      }),
    ).toEqual({ version: 2 });
    const seen = await carla.api.cases.view({ id });
    expect(seen).toMatchObject({
      title: "Hombro",
      description: "Otra cosa",
      injury_area: null,
      studies_access: "verified",
    });
    expect(seen.edited_at?.getTime()).toBeGreaterThan(seen.created_at.getTime());
    await expect(edit(" ", 2)).rejects.toThrow("El título es requerido");
    await expect(edit("x".repeat(121), 2)).rejects.toThrow("Máximo 120 caracteres");
  });

  test("edits and withdraws only while the case is open, and only their own", async () => {
    expect(await outcome(bruno.api.cases.update({ ...says, id, version: 1 }))).toBe("CASE_NOT_FOUND");
    expect(await outcome(bruno.api.cases.withdraw({ id }))).toBe("CASE_NOT_FOUND");
    await ana.api.matches.accept({ id: await apply() });
    const before = await caseRow();
    expect(await outcome(edit("Tarde"))).toBe("CASE_NOT_OPEN");
    expect(await outcome(ana.api.cases.withdraw({ id }))).toBe("CASE_NOT_OPEN");
    await ana.api.cases.close({ id });
    expect(await outcome(edit("Más tarde"))).toBe("CASE_NOT_OPEN");
    expect(await outcome(ana.api.cases.withdraw({ id }))).toBe("CASE_NOT_OPEN");
    expect(await caseRow()).toEqual({ ...before, status: "closed", closed_at: expect.any(Date) as Date });
  });

  test("who edits an older version is refused and nothing is lost; the same text again is no conflict", async () => {
    await edit("En una pestaña");
    expect(await outcome(edit("En la otra"))).toBe("CASE_CHANGED");
    expect(await caseRow()).toMatchObject({ title: "En una pestaña", version: 2 });
    expect(await edit("En una pestaña")).toEqual({ version: 2 });
    expect(await edit("En la otra", 2)).toEqual({ version: 3 });
  });

  test("removes studies with an edit, adds others up to five, and the files of the removed are gone", async () => {
    for (const name of ["a.png", "b.png", "c.png", "d.png", "e.png"]) expect(await addStudy(name)).toBe(200);
    const { studies, version } = await ana.api.cases.get({ id });
    expect(version).toBe(1);
    const [first, other] = studies;
    const missing = "1-00000000.png";
    await edit(says.title, 1, { removed_studies: [first!.name, other!.name, missing], studies_access: "verified" });
    expect((await storedFiles()).toSorted()).toEqual(
      studies
        .slice(2)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect((await carla.api.cases.view({ id })).studies).toHaveLength(3);
    expect((await fetch(testApp.url + first!.url)).status).toBe(404);
    expect([await addStudy("f.png"), await addStudy("g.png"), await addStudy("h.png")]).toEqual([200, 200, 409]);
    expect(await dropped()).toEqual([]);
  });

  test("withdraws an open case with its applications and files, and specialists find it no more", async () => {
    await apply();
    const rejected = await apply(second);
    await ana.api.matches.reject({ id: rejected });
    await addStudy("a.png");
    const [study] = (await ana.api.cases.get({ id })).studies;
    expect(await ana.api.cases.withdraw({ id })).toEqual({ withdrawn: true });
    expect([await caseRow(), await matches(), await storedFiles(), await dropped()]).toEqual([undefined, [], [], []]);
    expect((await fetch(testApp.url + study!.url)).status).toBe(404);
    for (const call of [
      () => carla.api.cases.view({ id }),
      () => apply(),
      () => ana.api.cases.get({ id }),
      () => edit("x"),
    ]) {
      expect(await outcome(call())).toBe("CASE_NOT_FOUND");
    }
    expect(await outcome(ana.api.cases.withdraw({ id }))).toBe("CASE_NOT_FOUND");
    expect(await addStudy("b.png")).toBe(404);
    expect(await storedFiles()).toEqual([]);
  });
});

test("what a server had not removed from the storage before it died is removed by the next start", async () => {
  await addStudy("a.png");
  await testApp.db.deleteFrom("cases").where("id", "=", id).execute();
  expect([(await storedFiles()).length, (await dropped()).length]).toEqual([1, 1]);
  const next = await openApp(testApp.app.services.settings, testApp.databaseUrl);
  await next.close();
  expect([await storedFiles(), await dropped()]).toEqual([[], []]);
});

describe("fifty at once", () => {
  test("an application is withdrawn or accepted, never both", async () => {
    const match = await apply();
    const outcomes = await fifty((n) =>
      n % 2 ? carla.api.matches.withdraw({ id: match }) : ana.api.matches.accept({ id: match }),
    );
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(1);
    const [left] = await matches();
    expect((await caseRow())?.status).toBe(left ? "matched" : "open");
    expect(left?.status ?? "accepted").toBe("accepted");
    expect(new Set(outcomes)).toEqual(new Set(["ok", left ? "MATCH_DECIDED" : "NOT_FOUND"]));
  });

  test("a case is withdrawn, or one of its applications accepted", async () => {
    const both = [await apply(), await apply(second)];
    await addStudy("a.png");
    const outcomes = await fifty((n) =>
      n % 3 ? ana.api.matches.accept({ id: both[n % 2]! }) : ana.api.cases.withdraw({ id }),
    );
    const after = await caseRow();
    expect(await matches()).toHaveLength(after ? 2 : 0);
    expect(await storedFiles()).toHaveLength(after ? 1 : 0);
    expect(outcomes.filter((one) => one === "ok")).toHaveLength(after ? 2 : 1);
    expect(new Set(outcomes)).toEqual(
      new Set(after ? ["ok", "MATCH_DECIDED", "CASE_NOT_OPEN"] : ["ok", "NOT_FOUND", "CASE_NOT_FOUND"]),
    );
  });

  test("a decision that meets a withdrawal of its case waits for it, and they never stop each other", async () => {
    const match = await apply();
    // By the statement: the application's notification may wait for the case too.
    const waiting = async (statement: string) =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(testApp.db)
      ).rows[0]?.n;
    const outcomes = await testApp.db.transaction().execute(async (tx) => {
      await tx.selectFrom("cases").select("id").where("id", "=", id).forUpdate().execute();
      const withdrawal = outcome(ana.api.cases.withdraw({ id }));
      await expect.poll(() => waiting('select "status"%for update')).toBe(1);
      const acceptance = outcome(ana.api.matches.accept({ id: match }));
      await expect.poll(() => waiting('with "own" as%')).toBe(1);
      return [withdrawal, acceptance];
    });
    expect(await Promise.all(outcomes)).toEqual(["ok", "NOT_FOUND"]);
  });

  test("one edit of a version wins, and none after an acceptance", async () => {
    const match = await apply();
    const outcomes = await fifty((n) => (n === 25 ? ana.api.matches.accept({ id: match }) : edit(`Versión ${n}`)));
    expect(outcomes[25]).toBe("ok");
    const edits = outcomes.filter((one, n) => n !== 25 && one === "ok").length;
    expect(await caseRow()).toMatchObject({ status: "matched", version: 1 + edits });
    expect(edits).toBeLessThanOrEqual(1);
    expect(["ok", "CASE_CHANGED", "CASE_NOT_OPEN"]).toEqual(expect.arrayContaining([...new Set(outcomes)]));
  });

  test("applications, studies and a withdrawal of one case leave no half of it", async () => {
    const outcomes = await fifty((n) => {
      if (n === 10) return ana.api.cases.withdraw({ id });
      return n % 5 ? (n % 2 ? carla : second).api.matches.apply({ case_id: id }) : addStudy(`${n}.png`);
    });
    expect(outcomes[10]).toBe("ok");
    expect([await caseRow(), await matches(), await storedFiles(), await dropped()]).toEqual([undefined, [], [], []]);
    expect(["ok", "ALREADY_APPLIED", "CASE_NOT_FOUND"]).toEqual(expect.arrayContaining([...new Set(outcomes)]));
  });
});
