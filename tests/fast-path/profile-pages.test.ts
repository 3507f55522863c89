import { gunzipSync } from "node:zlib";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accepts } from "../../app/server/accepts.server.ts";
import type { Pages } from "../../app/server/http-app.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import type { Person } from "../support/people.ts";
import { plainPages } from "./plain-pages.ts";
import { openTestAppOn, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let elena: Person;
/** The pages that took the full path. */
let routed = 0;

const pages: Pages = {
  ...plainPages,
  render(...asked) {
    routed += 1;
    return plainPages.render(...asked);
  },
};

beforeAll(async () => {
  testApp = await openTestAppOn(await createDatabase(), { pages });
  carla = await testApp.approvedKine(cast.carla);
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

/** The raw answer, still compressed. */
function look(headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer; nonce: string }>(
    (found, failed) => {
      request(`${testApp.url}/kines/${carla.id}`, { headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const policy = answer.headers["content-security-policy"] ?? "";
          const [, nonce = ""] = /script-src 'self' 'nonce-([0-9a-f]{32})'/.exec(String(policy)) ?? [];
          found({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts), nonce });
        });
      })
        .on("error", failed)
        .end();
    },
  );
}
const textOf = async () => String((await look()).body);

describe("a public profile's page", () => {
  test("is the same for everybody, plain and packed, with a policy of its own each time", async () => {
    const before = routed;
    const looks = [await look(), await look({ "accept-encoding": "gzip" }), await look({ "accept-encoding": "gzip" })];
    const texts = looks.map(({ headers, body }) =>
      String(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body),
    );
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain(cast.carla.metadata["name"]);
    expect(new Set(looks.map(({ nonce }) => nonce)).size).toBe(looks.length);
    for (const { status, headers, body, nonce } of looks) {
      expect([status, nonce.length, headers["content-length"]]).toEqual([200, 32, String(body.length)]);
      expect(headers).toMatchObject({ vary: "accept-encoding, cookie", "referrer-policy": expect.any(String) });
    }
    expect(routed).toBe(before);
  });

  test("is left to the full path for who has a session or sends a token", async () => {
    const token = await carla.token();
    const full: Record<string, string>[] = [{ cookie: "a=b; has_session=1" }, { authorization: `Bearer ${token}` }];
    for (const headers of full) {
      const before = routed;
      expect((await look(headers)).status).toBe(200);
      expect(routed).toBe(before + 1);
    }
    const before = routed;
    await look({ cookie: "has_session=0; xhas_session=1" });
    expect(routed).toBe(before);
  });

  test("says at once what was changed, by whomever", async () => {
    await look();
    await carla.api.profiles.update({ name: cast.carla.metadata.name, bio: "Ahora atiendo en Rosario" });
    expect(await textOf()).toContain("Ahora atiendo en Rosario");
    await carla.api.profiles.update({ name: cast.carla.metadata.name, bio: "Ahora atiendo en Paraná" });
    expect(await textOf()).toContain("Ahora atiendo en Paraná");
    // Directly in the database, as another node would.
    await testApp.db.updateTable("profiles").set({ bio: "De otro nodo" }).where("id", "=", carla.id).execute();
    expect(await textOf()).toContain("De otro nodo");
    await elena.api.moderation.suspend({ id: carla.id, reason: "Se hace pasar por otra persona" });
    expect((await look()).status).toBe(302);
  });
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
