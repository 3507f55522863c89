import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, type Person } from "../support/people.ts";
import { PICTURES, takePictures } from "./pictures.ts";
import { startNewServer } from "./screens.people.ts";
import { contextWith } from "./screens.fixture.ts";
import { addresses, type Screen, screens } from "./screens.table.ts";

test.describe.configure({ timeout: 900_000 });

const folder = PICTURES ?? "pictures";
type Visitor = { person: Person | null; url: string };

/** The states to open per role besides the screens of the table: name and URL. */
const opened: Record<Screen["who"] | "nobody", (visitor: Visitor) => Promise<[state: string, path: string][]>> = {
  async nobody({ url }) {
    const open = Object.keys(addresses).filter((path) => addresses[path]?.nobody === null && !/[*:]/.test(path));
    const { id } = await enter(url, cast.carla, "sign in");
    return [
      ...open.map((path): [string, string] => [path === "/" ? "landing" : path, path]),
      ["a specialist", `/kines/${id}`],
    ];
  },
  async patient({ person }) {
    const { items } = await person!.api.cases.mine();
    const at = (wanted: string) => `/dashboard/patient/cases?caso=${items.find(({ status }) => status === wanted)!.id}`;
    return [
      ["a case with applications", at("open")],
      ["a case with its specialist", at("matched")],
      ["a new case", "/dashboard/patient/cases?nuevo=1"],
    ];
  },
  async kine({ person }) {
    const [one] = (await person!.api.cases.available()).items;
    return [["a case to apply to", `/dashboard/kine/cases?caso=${one!.id}`]];
  },
  admin: async () => [],
};

test("each screen has its picture with believable people, cases and reviews", async ({ browser }) => {
  const server = await startNewServer("--demo");
  try {
    for (const [who, member] of [
      ["nobody", null],
      ["patient", cast.ana],
      ["kine", cast.carla],
      ["admin", cast.elena],
    ] as const) {
      const person = member && (await enter(server.url, member, "sign in"));
      const context = await contextWith(browser, server.url, person);
      const page = await context.newPage();
      const own = screens.filter((screen) => screen.who === who).map(({ path }) => [path, path] as const);
      for (const [state, path] of [...own, ...(await opened[who]({ person, url: server.url }))]) {
        await page.goto(path);
        await expect(page.locator("h1")).toHaveCount(1);
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await takePictures(page, folder, state);
      }
      await context.close();
    }
  } finally {
    await server.close();
  }
});

test("each letter has its picture", async ({ page }) => {
  const letters = readdirSync(join(folder, "letters"));
  expect(letters.length).toBeGreaterThan(0);
  for (const file of letters) {
    await page.goto(`file://${join(folder, "letters", file)}`);
    await takePictures(page, folder, `letter ${basename(file, ".html")}`);
  }
});
