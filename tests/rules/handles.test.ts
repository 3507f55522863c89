import { sql } from "kysely";
import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { HANDLE, HANDLE_MAX, handleOf } from "../../app/domain/handles/handle.ts";
import { holderOf, isClosed } from "../../app/domain/handles/handles.server.ts";
import { loader } from "../../app/screens/public/handle-file.ts";
import { asViewer } from "../../app/platform/database/database.server.ts";
import { callContext } from "../../app/server-api.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let carla: Person;
let diego: Person;
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  round += 1;
  [carla, diego] = await Promise.all([
    testApp.approvedKine(like(cast.carla, `Carla Dirección ${round}`, { license_number: `DC ${round}` })),
    testApp.approvedKine(like(cast.diego, `Diego Dirección ${round}`, { license_number: `DD ${round}` })),
  ]);
});

const take = (person: Person, handle: string) => outcome(person.api.handles.take({ handle }));
const holder = (handle: string) => holderOf(testApp.app.services, handle);
const letTimePass = (person: Person) =>
  sql`update handles set taken_at = taken_at - interval '91 days', left_at = left_at - interval '91 days'
    where kine_id = ${person.id}`.execute(testApp.db);

test("an address changes once in 90 days, and each earlier one leads to the present one", async () => {
  const [first, second, third] = ["uno", "dos", "tres"].map((word) => `carla-${word}-${round}`) as [
    string,
    string,
    string,
  ];
  expect(await take(carla, first)).toBe("ok");
  expect(await carla.api.handles.mine()).toEqual({ handle: first, changes_from: null });
  expect(await take(carla, ` ${first.toUpperCase()} `)).toBe("ok");
  expect(await take(carla, second)).toBe("ok");
  expect(await take(carla, third)).toBe("HANDLE_CHANGED_LATELY");
  const { changes_from } = await carla.api.handles.mine();
  expect(changes_from!.getTime() - Date.now()).toBeGreaterThan(89 * 86_400_000);
  await letTimePass(carla);
  expect(await take(carla, third)).toBe("ok");
  await letTimePass(carla);
  expect(await take(carla, first)).toBe("ok");
  for (const handle of [first, second, third]) expect(await holder(handle)).toEqual({ id: carla.id, handle: first });
});

test("nobody takes another's address, present or earlier, nor one of the house", async () => {
  const [first, second] = [`duena-${round}`, `duena-otra-${round}`];
  await take(carla, first);
  await take(carla, second);
  for (const handle of [first, second, "kinexo", "k1nexo-oficial", "soporte", "s0porte", "admin"])
    expect(await take(diego, handle)).toBe("HANDLE_TAKEN");
  for (const handle of [
    "ab",
    "a".repeat(HANDLE_MAX + 1),
    "-carla",
    "carla-",
    "carla--m",
    "carla m",
    "carla/m",
    "méndez",
  ])
    expect(await take(diego, handle)).toBe("BAD_INPUT");
});

test("of two who take an address at once, one has it", async () => {
  const results = await Promise.all([take(carla, `ambos-${round}`), take(diego, `ambos-${round}`)]);
  expect(results.toSorted()).toEqual(["HANDLE_TAKEN", "ok"]);
  const own = await Promise.all([take(carla, `x-a-${round}`), take(carla, `x-b-${round}`)]);
  expect(own.filter((result) => result === "ok").length).toBeLessThanOrEqual(2);
  const { rows } = await sql`select from handles where kine_id = ${carla.id} and left_at is null`.execute(testApp.db);
  expect(rows).toHaveLength(1);
});

test("of 1,000 handles that look like a taken one, none is taken", async () => {
  const taken = `clara-romvvel-018-${round}`;
  await take(carla, taken);
  const looks: Record<string, string[]> = {
    a: ["4", "а", "ä", "ａ"],
    e: ["3", "е", "è"],
    l: ["1", "i", "ӏ", "ⅼ"],
    o: ["0", "о", "ο"],
    m: ["rn", "ｍ"],
    "0": ["o"],
    "1": ["l", "i"],
    "8": ["b"],
    "-": ["", "‐", "--"],
    cl: ["d", "c1", "ci"],
    vv: ["w"],
  };
  const seen = new Set<string>();
  const pieces = taken.match(/cl|vv|./g)!;
  const alike = (allowed: RegExp) =>
    fc
      .tuple(
        ...pieces.map((piece) => fc.constantFrom(piece, ...(looks[piece] ?? []).filter((look) => allowed.test(look)))),
      )
      .map((chosen) => chosen.join(""))
      .filter((handle) => handle !== taken && !seen.has(handle));
  for (const handle of [...fc.sample(alike(/^[a-z\d]*$/), 500), ...fc.sample(alike(/./s), 500)]) {
    seen.add(handle);
    const result = HANDLE.test(handle) && handle.length <= HANDLE_MAX ? await take(diego, handle) : "BAD_INPUT";
    expect([handle, result]).toEqual([handle, expect.stringMatching(/^(HANDLE_TAKEN|BAD_INPUT)$/)]);
  }
  expect(await diego.api.handles.mine()).toMatchObject({ handle: null });
});

test("the suggested address is made of a name, and is allowed or too short", () => {
  expect(handleOf("Carla Méndez")).toBe("carla-mendez");
  expect(handleOf("  Núñez, María José  ")).toBe("nunez-maria-jose");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (name) => {
      const handle = handleOf(name);
      expect(handle === "" || HANDLE.test(handle)).toBe(true);
      expect(handle.length).toBeLessThanOrEqual(HANDLE_MAX);
    }),
  );
});

test("the address of a suspended specialist leads nowhere until the suspension ends", async () => {
  await take(carla, `parada-${round}`);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: carla.id, reason: "No cumple los términos" });
  expect(await holder(`parada-${round}`)).toBeNull();
  await elena.api.moderation.restore({ id: carla.id, reason: "Ya cumple" });
  expect(await holder(`parada-${round}`)).toMatchObject({ id: carla.id });
});

test("the badge is there while a licence is checked, and gone with it", async () => {
  const handle = `insignia-${round}`;
  await take(carla, handle);
  const context = new RouterContextProvider();
  context.set(callContext, {
    services: testApp.app.services,
    requestId: "a request",
    clientAddress: "127.0.0.1",
    findViewer: async () => null,
  });
  const badge = async () => (await loader({ params: { handle, file: "badge.svg" }, context } as never)).status;
  expect(await badge()).toBe(200);
  const elena = await testApp.signIn(cast.elena);
  await asViewer(testApp.db, elena.id, (tx) =>
    tx.updateTable("licences").set({ state: "doubtful" }).where("kine_id", "=", carla.id).execute(),
  );
  expect(await badge()).toBe(404);
});

test("the address of a deleted specialist leads to nobody and is taken by nobody for a year, nor is what looks like it", async () => {
  const handle = `cerrada-${round}`;
  await take(carla, handle);
  await carla.api.accounts.delete();
  const { services } = testApp.app;
  expect([await holder(handle), await isClosed(services, handle), await isClosed(services, `otra-${round}`)]).toEqual([
    null,
    true,
    false,
  ]);
  for (const path of [`/k/${handle}/qr.svg`, `/k/${handle}/card.pdf`, `/k/${handle}/badge.svg`])
    expect((await fileAt(path)).status).toBe(410);
  expect(await take(diego, handle)).toBe("HANDLE_TAKEN");
  expect(await take(diego, handle.replace("-", ""))).toBe("HANDLE_TAKEN");
  const { rows } = await sql<{ text: string }>`select c::text as text from closed_handles c`.execute(testApp.db);
  expect(JSON.stringify(rows)).not.toContain("cerrada");
  await sql`update closed_handles set closed_at = closed_at - interval '366 days'`.execute(testApp.db);
  expect(await isClosed(services, handle)).toBe(false);
  expect(await take(diego, handle)).toBe("ok");
});

test("nobody takes the name of a coverage, of an organ of the state or of an office, nor one with such a part", async () => {
  for (const handle of [
    "osde",
    "0sde",
    "swiss-medical",
    "kine-swiss-medical",
    "ministerio-de-salud",
    `lic-${round}-oficial`,
    "colegio-de-kinesiologos",
    "pami-palermo",
    "anmat",
    "soporte-kine",
  ])
    expect(await take(diego, handle), handle).toBe("HANDLE_TAKEN");
  expect(await take(diego, `oficialdini-${round}`)).toBe("ok");
});

/** The answer of the files of an address. */
function fileAt(path: string): Promise<Response> {
  const [, , handle = "", file = ""] = path.split("/");
  const context = new RouterContextProvider();
  context.set(callContext, { services: testApp.app.services } as never);
  const request = new Request(`${testApp.url}${path}`);
  return loader({ params: { handle, file }, request, context } as never);
}

test("a handle with a phone in it is refused", async () => {
  for (const handle of ["ana-11-4555-6789", "kine-1145556789", "once-4555-6789"])
    expect(await take(diego, handle), handle).toBe("HANDLE_TAKEN");
});
