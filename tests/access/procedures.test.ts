import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongCells } from "./cells.ts";
import { ownPhoto } from "./files.table.ts";
import { type AccessWorld, openAccessWorld } from "./world.ts";
import { png } from "../files/png.ts";
import { type Principal, principals } from "../procedures/principals.ts";
import { usualInput } from "../procedures/row.ts";
import { table } from "../procedures/table.ts";
import { apiOf, outcome } from "../support/people.ts";
import { metaOf } from "../support/procedures.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let world: AccessWorld;
let cells = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  world = await openAccessWorld(testApp, { hasOtherAdmin: true });
});
afterAll(async () => {
  console.log(`access: ${cells} cells tried`);
  await testApp?.close();
});

/** Calls a procedure through the typed client, which compares the answer with its declared shape. Ends a stream at once. */
async function call(procedure: string, who: Principal, input: object): Promise<string> {
  cells += 1;
  const [noun = "", verb = ""] = procedure.split(".");
  const api = apiOf(testApp.url, async () => world.tokens[who]) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<{ return?: () => unknown } | null>>
  >;
  return outcome(api[noun]![verb]!(input).then((answer) => answer?.return?.()));
}

describe.each(Object.entries(table))("%s", (procedure, row) => {
  test("answers or refuses each principal as the table says", async () => {
    const ask = (who: Principal) => call(procedure, who, usualInput(world.world, row));
    const ofRow = principals.map((who) => ({ who, expected: row.who[who] as string, ask }));
    const isWriting = metaOf(procedure).writes !== undefined;
    expect(await wrongCells(ofRow, ({ expected }) => isWriting && expected === "ok", world.restore)).toEqual([]);
  });
});

describe("PUT /files/avatars", () => {
  // Each user's file is opened in a new process.
  test("answers or refuses each principal as the table says", async () => {
    const ask = async (who: Principal) => {
      const token = world.tokens[who];
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      cells += 1;
      return (await fetch(`${testApp.url}/files/avatars`, { method: "PUT", body: new Uint8Array(png), headers }))
        .status;
    };
    const ofRow = principals.map((who) => ({ who, expected: ownPhoto[who], ask }));
    expect(await wrongCells(ofRow, ({ expected }) => expected === 200, world.restore)).toEqual([]);
  });
});
