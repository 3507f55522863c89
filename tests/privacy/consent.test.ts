import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publishConsentTexts } from "../../app/domain/consents/consents.server.ts";
import { asText, HEALTH_CONSENT_VERSION, healthConsent } from "../../app/domain/consents/health-consent.ts";
import { cast } from "../../app/demo/cast.ts";
import { currentConsent } from "../support/consent.ts";
import { consent, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let other: Person;
let round = 0;
const says = { title: "Rodilla", description: "Me duele", studies_access: "verified" as const };
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
const rule = (constraint: string) => ({ constraint });

beforeAll(async () => {
  testApp = await openTestApp();
  carla = await testApp.approvedKine(cast.carla);
  other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `Ana ${round}`));
});

const publish = async () => (await ana.api.cases.create(says)).id;
async function sendStudy(caseId: string): Promise<string> {
  const headers = { authorization: `Bearer ${await ana.token()}` };
  const answer = await fetch(`${testApp.url}/files/case-studies/${caseId}?name=a.pdf`, {
    method: "PUT",
    body: pdf,
    headers,
  });
  return answer.ok ? "ok" : ((await answer.json()) as { code: string }).code;
}
const edit = (id: string, more: object = {}) => outcome(ana.api.cases.update({ id, version: 1, ...says, ...more }));
const idempotentWrites = (id: string) =>
  testApp.db
    .selectFrom("consents")
    .select(["version", "sha256", "action", "accepted_at"])
    .where("user_id", "=", id)
    .where("document", "=", "health_data")
    .orderBy("id")
    .execute();
const filesOf = (id: string) =>
  readdir(join(testApp.dataDir, "files/case-studies"), { recursive: true, withFileTypes: true }).then(
    (found) => found.filter((one) => one.isFile() && one.parentPath.includes(id)),
    () => [],
  );
async function matched() {
  const id = await publish();
  await sendStudy(id);
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  return id;
}

describe("consent to the use of health data", () => {
  test("is asked for before a case, an edit or a study, and for nothing else", async () => {
    const id = await publish();
    await sendStudy(id);
    const kept = await matched();
    await ana.api.consents.withdrawHealth();
    expect(await outcome(ana.api.cases.create(says))).toBe("CONSENT_NEEDED");
    expect(await sendStudy(kept)).toBe("CONSENT_NEEDED");
    expect(await outcome(ana.api.profiles.update({ name: "Ana Nueva" }))).toBe("ok");
    await consent(ana.api);
    expect(await sendStudy(kept)).toBe("ok");
    expect(await outcome(ana.api.cases.create(says))).toBe("ok");
  });

  test("is kept with its version, the hash of its text and its time, once for each act", async () => {
    await consent(ana.api);
    await ana.api.consents.withdrawHealth();
    await ana.api.consents.withdrawHealth();
    await consent(ana.api);
    const acts = await idempotentWrites(ana.id);
    expect(acts.map(({ action }) => action)).toEqual(["given", "withdrawn", "given"]);
    const { sha256 } = await currentConsent(testApp.db);
    for (const act of acts)
      expect(act).toMatchObject({ version: HEALTH_CONSENT_VERSION, sha256, accepted_at: expect.any(Date) });
    const [{ text } = { text: "" }] = await testApp.db.selectFrom("consent_texts").select("text").execute();
    expect(text).toBe(asText(healthConsent));
    const events = await testApp.db
      .selectFrom("auth.audit_events as e")
      .innerJoin("auth.users as u", "u.audit_id", "e.subject")
      .select("e.event")
      .where("u.id", "=", ana.id)
      .where("e.event", "like", "health%")
      .orderBy("e.id")
      .execute();
    expect(events.map(({ event }) => event)).toEqual([
      "health_consent_given",
      "health_consent_withdrawn",
      "health_consent_given",
    ]);
  });

  test("is none of the terms, and nobody has given it who only signed up", async () => {
    const { auth } = await testApp.signUp(like(cast.diego, `Diego ${round}`, { license_number: `MN 9${round}` }));
    expect((await auth.getUser()).data.user?.id).toBeDefined();
    expect(await idempotentWrites((await auth.getUser()).data.user?.id ?? "")).toEqual([]);
  });

  test("changes and goes by nobody's hand, not even by plain SQL, but with its person", async () => {
    const of = sql.lit(ana.id);
    for (const statement of [
      sql`update consents set version = 'x' where user_id = ${of}`,
      sql`delete from consents where user_id = ${of}`,
    ]) {
      await expect(statement.execute(testApp.db)).rejects.toMatchObject(rule("consents_stay"));
    }
    const forged = sql`update profiles set health_consent = null where id = ${of}`.execute(testApp.db);
    await expect(forged).rejects.toMatchObject(rule("profiles_follow_consents"));
    await expect(sql`update consent_texts set text = 'x'`.execute(testApp.db)).rejects.toMatchObject(
      rule("consent_texts_stay"),
    );
    await ana.api.accounts.delete();
    expect(await idempotentWrites(ana.id)).toEqual([]);
  });

  test("to another text than the one that is asked for is refused, by the server and by the database", async () => {
    const { version, sha256 } = await currentConsent(testApp.db);
    for (const stale of [
      { version: "2020-01-01", sha256 },
      { version, sha256: "0".repeat(64) },
    ]) {
      expect(await outcome(ana.api.consents.giveHealth(stale))).toBe("CONSENT_CHANGED");
      const forged = testApp.db
        .insertInto("consents")
        .values({ ...stale, user_id: ana.id, document: "health_data" })
        .execute();
      await expect(forged).rejects.toMatchObject(rule("consents_are_to_the_current_text"));
    }
  });
});

describe("a withdrawal of consent", () => {
  test("takes the open cases with their applications and files", async () => {
    const id = await publish();
    await sendStudy(id);
    await carla.api.matches.apply({ case_id: id });
    await ana.api.consents.withdrawHealth();
    expect((await ana.api.cases.mine()).items).toEqual([]);
    expect(await outcome(carla.api.cases.view({ id }))).toBe("CASE_NOT_FOUND");
    expect((await carla.api.matches.mine()).items.filter(({ case_id }) => case_id === id)).toEqual([]);
    expect(await filesOf(ana.id)).toEqual([]);
  });

  test("closes the studies of every other case, and leaves the case to the specialist who was accepted", async () => {
    const id = await matched();
    const before = await carla.api.cases.view({ id });
    expect((await fetch(testApp.url + before.studies[0]!.url)).status).toBe(200);
    expect((await other.api.cases.available({})).items.map((one) => one.id)).toContain(id);
    await other.api.matches.apply({ case_id: id });
    const appliedTo = async (api: Person["api"]) => (await api.matches.mine({})).items.map(({ case_id }) => case_id);
    expect(await appliedTo(other.api)).toContain(id);
    await ana.api.consents.withdrawHealth();
    expect([(await appliedTo(other.api)).includes(id), (await appliedTo(carla.api)).includes(id)]).toEqual([
      false,
      true,
    ]);
    expect((await fetch(testApp.url + before.studies[0]!.url)).status).toBe(404);
    expect(await carla.api.cases.view({ id })).toMatchObject({ studies: [], studies_withheld: 1, title: says.title });
    expect((await other.api.cases.available({})).items.map((one) => one.id)).not.toContain(id);
    expect(await outcome(other.api.cases.view({ id }))).toBe("CASE_NOT_FOUND");
    expect(await outcome(other.api.matches.apply({ case_id: id }))).toBe("CASE_NOT_FOUND");
    const own = await ana.api.cases.get({ id });
    expect(own.studies).toHaveLength(1);
    expect((await fetch(testApp.url + own.studies[0]!.url)).status).toBe(200);
    await consent(ana.api);
    expect((await carla.api.cases.view({ id })).studies).toHaveLength(1);
  });

  test("and everything that publishes at the same time end in one order or the other, and never in a circle", async () => {
    for (let n = 0; n < 8; n += 1) {
      const ids = await Promise.all([publish(), publish()]);
      const outcomes = await Promise.all([
        outcome(ana.api.cases.create(says)),
        edit(ids[0]!, { title: "Otra" }),
        sendStudy(ids[1]!),
        outcome(ana.api.consents.withdrawHealth()),
        outcome(ana.api.cases.create(says)),
        sendStudy(ids[0]!),
      ]);
      for (const each of outcomes) expect(["ok", "CONSENT_NEEDED", "CASE_NOT_FOUND"]).toContain(each);
      expect((await ana.api.cases.mine()).items).toEqual([]);
      await consent(ana.api);
    }
    expect(await filesOf(ana.id)).toEqual([]);
  });
});

test("a new version of the text asks everybody again, and takes no case away", async () => {
  const id = await publish();
  await sql`insert into consent_texts (document, version, text, sha256)
    values ('health_data', '2027-01-01', 'Otro', encode(sha256(convert_to('Otro', 'UTF8')), 'hex'))`.execute(
    testApp.db,
  );
  try {
    expect(await ana.api.consents.health()).toMatchObject({
      version: "2027-01-01",
      is_current: false,
      given_at: expect.any(Date),
      withdrawn_at: null,
    });
    expect(await outcome(ana.api.cases.create(says))).toBe("CONSENT_NEEDED");
    expect(await edit(id, { title: "Otra" })).toBe("CONSENT_NEEDED");
    expect(await edit(id)).toBe("ok");
    expect((await carla.api.cases.view({ id })).title).toBe(says.title);
    await consent(ana.api);
    expect(await edit(id, { title: "Otra" })).toBe("ok");
  } finally {
    await sql`begin; set local session_replication_role = replica; delete from consent_texts where version = '2027-01-01'; commit`.execute(
      testApp.db,
    );
  }
});

test("a text that was published keeps its words: a program with others for its version does not start", async () => {
  await publishConsentTexts(testApp.db);
  await sql`begin; set local session_replication_role = replica;
    update consent_texts set text = 'x', sha256 = encode(sha256('x'), 'hex'); commit`.execute(testApp.db);
  await expect(publishConsentTexts(testApp.db)).rejects.toThrow("give this one a new version");
});
