import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import { profilesOfFile } from "../../app/domain/profiles/listed-profiles.server.ts";
import { loader } from "../../app/screens/public/share-image.ts";
import { callContext } from "../../app/server-api.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { profilePages } from "./profile-pages.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestAppOn, type TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let carla: Person;
let caseId: string;
let round = 0;
const reason = "No cumple los términos";
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

beforeAll(async () => {
  testApp = await openTestAppOn(await createDatabase(), { pages: profilePages });
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `Ana Suspendida ${round}`));
  carla = await testApp.approvedKine(
    like(cast.carla, `Carla Suspendida ${round}`, { license_number: `SUS ${round}`, phone: "+54 11 5555-7777" }),
  );
  caseId = (await ana.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: caseId })).id });
});

const put = async (person: Person, path: string) =>
  fetch(testApp.url + path, { method: "PUT", body: png, headers: { authorization: `Bearer ${await person.token()}` } });
const photoOf = async (person: Person) =>
  ((await (await put(person, "/files/avatars")).json()) as { photo_url: string }).photo_url;
const status = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(testApp.url + path, { headers })).status;
const suspend = (person: Person) => elena.api.moderation.suspend({ id: person.id, reason });

describe("a study", () => {
  beforeEach(() => put(ana, `/files/case-studies/${caseId}?name=a.png`));

  test("of a suspended patient opens by no link made before, nor is a new one given, until the patient is restored", async () => {
    const { url } = (await carla.api.cases.view({ id: caseId })).studies[0]!;
    expect(await status(url)).toBe(200);
    await suspend(ana);
    expect(await status(url)).toBe(404);
    expect(await carla.api.cases.view({ id: caseId })).toMatchObject({ studies: [], studies_withheld: 1 });
    await elena.api.moderation.restore({ id: ana.id, reason });
    expect(await status(url)).toBe(200);
  });

  test("opens for no suspended specialist and no suspended patient, by links made before", async () => {
    const { url: theirs } = (await carla.api.cases.view({ id: caseId })).studies[0]!;
    const { url: own } = (await ana.api.cases.get({ id: caseId })).studies[0]!;
    await suspend(carla);
    expect([await status(theirs), await status(own)]).toEqual([404, 200]);
    await suspend(ana);
    expect(await status(own)).toBe(404);
  });
});

describe("a photo", () => {
  test("is kept by caches for five minutes, and then asked for again by its tag", async () => {
    const url = await photoOf(carla);
    const answer = await fetch(testApp.url + url);
    const etag = answer.headers.get("etag") ?? "";
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=300, must-revalidate"]);
    const again = await fetch(testApp.url + url, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    const newer = await photoOf(carla);
    expect(await status(newer, { "if-none-match": etag })).toBe(200);
  });

  test("of a suspended person is not there, known or not, and comes back with them", async () => {
    for (const person of [ana, carla]) {
      const url = await photoOf(person);
      const etag = (await fetch(testApp.url + url)).headers.get("etag") ?? "";
      await suspend(person);
      const gone = await fetch(testApp.url + url, { headers: { "if-none-match": etag } });
      expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "private, no-store"]);
      await elena.api.moderation.restore({ id: person.id, reason });
      expect(await status(url)).toBe(200);
    }
  });

  test("that no profile names is not there", async () => {
    const url = await photoOf(carla);
    await testApp.db.updateTable("profiles").set({ photo_url: null }).where("id", "=", carla.id).execute();
    expect(await status(url)).toBe(404);
  });
});

test("of a suspended specialist nothing is public, and the admins' lists stay complete", async () => {
  await ana.api.cases.close({ id: caseId });
  await confirmAddresses(testApp.db, ana);
  await ana.api.reviews.create({ case_id: caseId, kine_id: carla.id, stars: 5 });
  await ageRelations(testApp.db, carla);
  const named = async () => ({
    profile: await outcome(testApp.anonymous.profiles.publicProfile({ id: carla.id })),
    page: await status(`/kines/${carla.id}`),
    sitemap: (await profilesOfFile(testApp.db, 1)).some(({ id }) => id === carla.id),
    landing: (await bestRated(testApp.db)).some(({ id }) => id === carla.id),
    list: (await ana.api.profiles.specialists({})).items.some(({ id }) => id === carla.id),
  });
  expect(await named()).toEqual({ profile: "ok", page: 200, sitemap: true, landing: true, list: true });
  await suspend(carla);
  expect(await named()).toEqual({ profile: "NOT_FOUND", page: 404, sitemap: false, landing: false, list: false });
  const search = `Suspendida ${round}`;
  expect((await elena.api.profiles.kines({ search })).items).toMatchObject([{ id: carla.id }]);
  expect((await elena.api.accounts.list({ search })).items.map(({ id }) => id)).toContain(carla.id);
});

test("the picture of a link to a profile is kept by caches for five minutes, and is not there once its specialist is suspended", async () => {
  const context = new RouterContextProvider();
  context.set(callContext, {
    services: testApp.app.services,
    requestId: "a request",
    clientAddress: "127.0.0.1",
    findViewer: async () => null,
  });
  const picture = () =>
    loader({
      params: { id: carla.id },
      request: new Request(`${testApp.url}/kines/${carla.id}/share.png`),
      context,
    } as never);
  const answer = await picture();
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=300, must-revalidate"]);
  await suspend(carla);
  expect((await picture()).status).toBe(404);
});

describe("a profile's page that is asked for with a token", () => {
  test.each(["", "/", "?from=mail", ".data"])(
    "(/kines/:id%s) holds no contact data and is stored by no cache",
    async (more) => {
      for (const person of [carla, ana, elena]) {
        const authorization = `Bearer ${await person.token()}`;
        const answer = await fetch(`${testApp.url}/kines/${carla.id}${more}`, {
          headers: { authorization },
          redirect: "manual",
        });
        const text = await answer.text();
        expect(answer.headers.get("cache-control")).toBe("private, no-store");
        for (const secret of ["5555-7777", `SUS ${round}`, "carla.suspendida"]) expect(text).not.toContain(secret);
      }
    },
  );
});

test.each(["/rpc", "/api"])("what %s answers is stored by no cache, whoever asks", async (prefix) => {
  const body = JSON.stringify(prefix === "/rpc" ? { json: { id: carla.id } } : { id: carla.id });
  for (const person of [null, ana, carla]) {
    const headers: Record<string, string> = { "content-type": "application/json" };
    if (person) headers["authorization"] = `Bearer ${await person.token()}`;
    const answer = await fetch(`${testApp.url}${prefix}/profiles/publicProfile`, { method: "POST", headers, body });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  }
});
