import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_CASES_IN_COURSE } from "../../app/domain/cases/case.ts";
import { cast } from "../../app/demo/cast.ts";
import { PASSWORD_MEMORY } from "../../app/platform/settings.ts";
import { createDatabase } from "../support/database.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let elena: Person;
let png: Buffer;
let jpeg: Buffer;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: "#C8553D" } });
  [png, jpeg] = [await picture.clone().png().toBuffer(), await picture.clone().jpeg().toBuffer()];
});
afterAll(() => testApp?.close());

const put = async (person: Person, path: string, body: Buffer) =>
  fetch(testApp.url + path, {
    method: "PUT",
    body: new Uint8Array(body),
    headers: { authorization: `Bearer ${await person.token()}` },
  });

test("a hundred HEAD requests for a photo leave no file open", async () => {
  const { photo_url } = (await (await put(ana, "/files/avatars", png)).json()) as { photo_url: string };
  const openFiles = async () => (await readdir("/proc/self/fd")).length;
  await fetch(testApp.url + photo_url, { method: "HEAD" });
  const before = await openFiles();
  for (let n = 0; n < 100; n++) {
    const { status, headers } = await fetch(testApp.url + photo_url, { method: "HEAD" });
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
  }
  expect(await openFiles()).toBeLessThan(before + 20);
});

test("ten photos at once in two formats leave one, and it opens", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => put(carla, "/files/avatars", n % 2 ? png : jpeg)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { photo_url } = await testApp.db
    .selectFrom("profiles")
    .select("photo_url")
    .where("id", "=", carla.id)
    .executeTakeFirstOrThrow();
  expect((await fetch(testApp.url + photo_url)).status).toBe(200);
});

test("a password does not change once its session was signed out meanwhile", async () => {
  const eve = like(cast.bruno, "Eva Rapida");
  const slow = await openTestAppOn(await createDatabase(), { passwordMemory: PASSWORD_MEMORY });
  const person = await slow.signUp(eve);
  const headers = { authorization: `Bearer ${await person.token()}`, "content-type": "application/json" };
  // Other users' sign-ins fill the hashing queue.
  const crowd = Array.from({ length: 8 }, () => outcome(slow.signIn({ ...cast.carla, password: "Equivocada2026" })));
  const change = fetch(`${slow.url}/auth/v1/user`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ password: "Robada2026x" }),
  });
  await new Promise((soon) => setTimeout(soon, 20));
  const signOut = await fetch(`${slow.url}/auth/v1/logout?scope=global`, { method: "POST", headers });
  expect(signOut.status).toBe(204);
  expect((await change).status).toBe(403);
  await Promise.all(crowd);
  await expect(slow.signIn(eve)).resolves.toBeDefined();
  await slow.close();
});

describe("admins", () => {
  test("nobody whose account is not approved becomes one, so the last admin cannot lock everybody out", async () => {
    const diego = await testApp.signUp(cast.diego);
    expect(await outcome(elena.api.accounts.assignRole({ user_id: diego.id, role: "admin" }))).toBe("NOT_APPROVED_YET");
    await testApp.db.insertInto("user_roles").values({ user_id: diego.id, role: "admin" }).execute();
    expect(await outcome(elena.api.accounts.assignRole({ user_id: elena.id, role: "patient" }))).toBe("LAST_ADMIN");
    expect(await diego.api.profiles.publicProfile({ id: carla.id })).toMatchObject({
      contact_open: false,
      phone: null,
    });
  });

  test("assigning a role to nobody is a refusal, not a fault", async () => {
    const user_id = "01890000-0000-7000-8000-000000000000";
    expect(await outcome(elena.api.accounts.assignRole({ user_id, role: "patient" }))).toBe("NOT_FOUND");
  });
});

describe("studies", () => {
  async function caseWithStudy() {
    const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
    expect((await put(ana, `/files/case-studies/${id}?name=a.png`, png)).status).toBe(200);
    return id;
  }

  test("of a closed case open for those who were accepted, and no more for those who were not", async () => {
    const other = await testApp.approvedKine(like(cast.carla, "Otra Kine", { license_number: "MN 2" }));
    const id = await caseWithStudy();
    const { id: accepted } = await carla.api.matches.apply({ case_id: id });
    const { id: rejected } = await other.api.matches.apply({ case_id: id });
    const link = (await other.api.cases.view({ id })).studies[0]?.url;
    await ana.api.matches.accept({ id: accepted });
    await ana.api.matches.reject({ id: rejected });
    await ana.api.cases.close({ id });
    expect((await carla.api.cases.view({ id })).studies).toHaveLength(1);
    expect(await other.api.cases.view({ id })).toMatchObject({ access: "ended", studies: [] });
    expect((await fetch(`${testApp.url}${link}`)).status).toBe(404);
  });

  test("a link ends with the session it was made for", async () => {
    const person = await testApp.signIn(cast.carla);
    const id = await caseWithStudy();
    const link = (await person.api.cases.view({ id })).studies[0]?.url;
    expect((await fetch(`${testApp.url}${link}`)).status).toBe(200);
    await person.auth.signOut({ scope: "local" });
    expect((await fetch(`${testApp.url}${link}`)).status).toBe(404);
  });

  test("an id that only looks like one is not found", async () => {
    expect((await put(ana, `/files/case-studies/${"-".repeat(36)}?name=a.pdf`, png)).status).toBe(404);
  });
});

test("a patient has fifty cases in course at most, however many are published at once", async () => {
  const person = await testApp.signUp(like(cast.bruno, "Bruno Muchos"));
  /** A busy machine refuses some for time: they are sent again. */
  const publish = async (n: number): Promise<string> => {
    const one = await outcome(person.api.cases.create({ title: `Caso ${n}`, description: "x" }));
    return one === "UNAVAILABLE" ? publish(n) : one;
  };
  const outcomes = await Promise.all(Array.from({ length: MAX_CASES_IN_COURSE + 10 }, (_, n) => publish(n)));
  expect(outcomes.filter((one) => one === "ok")).toHaveLength(MAX_CASES_IN_COURSE);
  expect(new Set(outcomes)).toEqual(new Set(["ok", "TOO_MANY_CASES"]));
});

test.each([
  ["an invisible name", { name: "\u200b\u200b" }],
  ["a phone of dots", { phone: "........" }],
])("%s is refused", async (what, change) => {
  await expect(testApp.signUp(like(cast.ana, `Rara ${what}`, change))).rejects.toMatchObject({ status: 422 });
});

test.each([
  ["what turns the text around", "Ana\u202eFerreyra", "AnaFerreyra"],
  ["a second line", "Ana\nFerreyra", "Ana Ferreyra"],
  ["a second blank inside", "Ana  Ferreyra", "Ana Ferreyra"],
  ["a loose joiner, and keeps a joined emoji", "Ana\u200dLía 👩\u200d⚕️", "AnaLía 👩\u200d⚕️"],
])("a name is stored without %s", async (what, name, stored) => {
  const person = await testApp.signUp(like(cast.ana, `Rara ${what}`, { name }));
  expect((await person.api.accounts.me()).name).toBe(stored);
});

test("a phone pasted with the invisible marks of a chat is taken, and stored without them", async () => {
  const person = await testApp.signUp(like(cast.ana, "Ana Pega", { phone: "\u202a+54 9 11 5555\u20115555\u202c" }));
  expect((await person.api.profiles.mine()).phone).toBe("+54 9 11 5555-5555");
});

test("a licence that differs only in what cannot be seen is taken", async () => {
  expect(await testApp.anonymous.accounts.licenseAvailable({ license_number: "MN-10.432" })).toEqual({
    available: false,
  });
});
