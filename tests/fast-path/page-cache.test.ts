import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepts } from "../../app/server/accepts.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";
import { openPageTemplate } from "../../app/server/fast-path/page-template.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import type { Person } from "../support/people.ts";
import { renderPlainly } from "./plain-pages.ts";
import { openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let elena: Person;
let rendered = 0;

const pages: Pages = {
  build: "",
  render(...asked) {
    rendered += 1;
    return renderPlainly(...asked);
  },
};

beforeAll(async () => {
  testApp = await openTestAppOn(await createDatabase(), { pages });
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

async function look(headers: Record<string, string> = {}) {
  const answer = await fetch(`${testApp.url}/kines/${carla.id}`, { headers, redirect: "manual" });
  const [, nonce = ""] =
    /script-src 'self' 'nonce-([0-9a-f]{32})'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
  return { status: answer.status, text: await answer.text(), nonce };
}

describe("a public profile's page", () => {
  test("is kept once it was asked for again, and then rendered once for many, each with a nonce of its own", async () => {
    const before = rendered;
    await look();
    await look();
    expect(rendered - before).toBe(2);
    const looks = [
      await look(),
      await look({ "accept-encoding": "gzip" }),
      await look({ "accept-encoding": "identity" }),
    ];
    // A minute may end meanwhile.
    expect(rendered - before).toBeLessThanOrEqual(3);
    for (const { status, text, nonce } of looks) {
      expect(status).toBe(200);
      expect(text).toContain(`<script nonce="${nonce}">`);
      expect(text).toContain(cast.carla.metadata["name"]);
    }
    expect(new Set(looks.map(({ nonce }) => nonce)).size).toBe(looks.length);
  });

  test("is rendered once for many who come at the same time", async () => {
    const bio = `Vienen muchos: ${crypto.randomUUID()}`;
    await testApp.db.updateTable("profiles").set({ bio }).where("id", "=", carla.id).execute();
    const before = rendered;
    const looks = await Promise.all(Array.from({ length: 30 }, () => look()));
    expect(rendered - before).toBeLessThanOrEqual(2);
    expect(new Set(looks.map(({ nonce }) => nonce)).size).toBe(looks.length);
    for (const { text } of looks) expect(text).toContain(bio);
  });

  test("says at once what was changed, by whomever", async () => {
    await look();
    await carla.api.profiles.update({ name: cast.carla.metadata.name, bio: "Ahora atiendo en Rosario" });
    expect((await look()).text).toContain("Ahora atiendo en Rosario");
    await carla.api.profiles.update({ name: cast.carla.metadata.name, bio: "Ahora atiendo en Paraná" });
    expect((await look()).text).toContain("Ahora atiendo en Paraná");
    // Directly in the database, as another node would.
    await testApp.db.updateTable("profiles").set({ bio: "De otro nodo" }).where("id", "=", carla.id).execute();
    expect((await look()).text).toContain("De otro nodo");
    await elena.api.moderation.suspend({ id: carla.id, reason: "Se hace pasar por otra persona" });
    expect((await look()).status).toBe(302);
  });
});

test("a page that was rendered once is given with another nonce each time, plain and packed", () => {
  const page = (nonce: string) =>
    `<script nonce="${nonce}">ñandú</script>${"<p>Hola, hola</p>".repeat(5_000)}<style nonce="${nonce}"></style>`;
  const kept = openPageTemplate(page("a".repeat(32)), "a".repeat(32));
  for (const nonce of ["0123456789abcdef".repeat(2), "f".repeat(32)]) {
    expect(kept.plain(nonce)).toBe(page(nonce));
    expect(gunzipSync(kept.gzip(nonce)).toString()).toBe(page(nonce));
    expect(kept.gzip(nonce).length).toBeLessThan(1_000);
  }
});

test.each([
  ["gzip, deflate, br", "br", true],
  ["gzip;q=0.5,br ; q=1", "br", true],
  ["gzip;q=0", "gzip", false],
  ["br;q=0.0, gzip", "br", false],
  ["brotli", "br", false],
  [undefined, "gzip", false],
])("what is packed goes to whom it may: %j takes %s: %j", (header, encoding, isTaken) => {
  expect(accepts(header, encoding)).toBe(isTaken);
});
