import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anonymousProfile } from "../../app/server/fast-path/anonymous-profile.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { profilePages } from "./profile-pages.ts";
import { like, type Person } from "../support/people.ts";
import { openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let carla: Person;
let round = 0;
const comment = "Me ayudó con la rodilla";

beforeAll(async () => {
  testApp = await openTestAppOn(await createDatabase(), { pages: profilePages });
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  ana = await testApp.signUp(like(cast.ana, `María de los Ángeles Apellido Secreto ${round}`, {}));
  carla = await testApp.approvedKine(like(cast.carla, `Carla Reseñada ${round}`, { license_number: `REV ${round}` }));
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  await ana.api.cases.close({ id });
  await ana.api.reviews.create({ case_id: id, kine_id: carla.id, stars: 4, comment });
});

/** The public profile over every interface, which is the same for every caller. */
async function everyWay(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const post = async (name: string, path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const sent = new Request(testApp.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    found.set(`${name} over HTTP`, await (await fetch(sent.clone())).text());
    found.set(`${name} past short ways`, await (await testApp.app.fetch(sent, { remoteAddress: "127.0.0.1" })).text());
  };
  const tokens = {
    anybody: "",
    "the author": await ana.token().catch(() => ""),
    "the specialist": await carla.token(),
    "an admin": await elena.token(),
  };
  for (const [who, token] of Object.entries(tokens)) {
    await post(`/rpc by ${who}`, "/rpc/profiles/publicProfile", { json: { id: carla.id } }, token);
    await post(`/api by ${who}`, "/api/profiles/publicProfile", { id: carla.id }, token);
  }
  found.set("what the kept page is made of", (await anonymousProfile(testApp.app.services)(carla.id)) ?? "");
  found.set("the kept page", await (await fetch(`${testApp.url}/kines/${carla.id}`)).text());
  found.set(
    "the page",
    await (await testApp.app.fetch(new Request(`${testApp.url}/kines/${carla.id}`), { remoteAddress: "" })).text(),
  );
  return found;
}

describe("beside a review", () => {
  test("every way to read a public profile gives its author's first name and initial, whoever asks", async () => {
    for (const [way, text] of await everyWay()) {
      expect(text, way).toContain('"patient_name":"María S."');
      expect(text, way).toContain(comment);
      for (const part of ["Ángeles", "Apellido", "Secreto", ana.id]) expect(text, way).not.toContain(part);
    }
  });

  test("nothing of a suspended author is shown, and the review stays", async () => {
    await elena.api.moderation.suspend({ id: ana.id, reason: "No cumple los términos" });
    for (const [way, text] of await everyWay()) {
      expect(text, way).toContain('"patient_name":null');
      expect(text, way).toContain(comment);
      for (const part of ["María", "Secreto", ana.id]) expect(text, way).not.toContain(part);
    }
    expect((await carla.api.reviews.received()).items).toMatchObject([{ patient_name: null, comment }]);
    await elena.api.moderation.restore({ id: ana.id, reason: "Fue un error" });
    expect((await testApp.anonymous.profiles.publicProfile({ id: carla.id })).reviews).toMatchObject([
      { patient_name: "María S." },
    ]);
  });

  test("the specialist who treated the patient and admins read the whole name", async () => {
    const patient_name = `María de los Ángeles Apellido Secreto ${round}`;
    expect((await carla.api.reviews.received()).items).toMatchObject([{ patient_name }]);
    await elena.api.moderation.suspend({ id: ana.id, reason: "No cumple los términos" });
    expect((await elena.api.reviews.list({ search: `Secreto ${round}` })).items).toMatchObject([{ patient_name }]);
  });
});
