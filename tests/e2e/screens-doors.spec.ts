import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect } from "@playwright/test";
import routes from "../../app/routes.ts";
import type { SeededServer, Who } from "./screens.people.ts";
import { isFull } from "../support/full.ts";
import { test } from "./screens.fixture.ts";
import { addresses, screens } from "./screens.table.ts";

// Many page checks per test, each with every axe rule.

/** Files for search engines, link previews and printed cards are not screens. */
const isScreen = (path?: string) => path !== undefined && !/\.(txt|xml|png)$|\/:file$/.test(path);
/** Addresses that lead to the not-found page. */
const NOTHING = new Set(["/*", "/k/:handle", "/kinesiologos/*"]);

function addressesOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const address = path ? `${above}/${path}` : above;
    return [...(isScreen(path) || index ? [address || "/"] : []), ...addressesOf(children ?? [], address)];
  });
}

test("every address of the product is in the table, and every dashboard screen in that of the states", () => {
  const all = addressesOf(routes as RouteConfigEntry[]);
  expect(Object.keys(addresses).toSorted()).toEqual(all.toSorted());
  const dashboards = all.filter((address) => /^\/dashboard\/\w+\/\w/.test(address));
  expect(screens.map(({ path }) => path).toSorted()).toEqual(dashboards.toSorted());
});

const concrete = (address: string, { people }: SeededServer) =>
  address.replace(":id", people.kine.id).replace(":handle", "nadie").replace("*", "no/existe");
const persons: Record<Who, string> = {
  nobody: "without a session somebody",
  patient: "a patient",
  kine: "a specialist",
  admin: "an admin",
  pending: "a specialist who waits for approval",
  rejected: "a specialist who was turned down",
};

/** In the short form each visitor opens every sixth address, and each address has one visitor. */
const TURNS = 6;

for (const [turn, [who, person]] of (Object.entries(persons) as [Who, string][]).entries()) {
  test(`from each address ${person} gets where the table says`, async ({ pages, server }) => {
    const page = await pages.pageOf(who);
    const visited = Object.entries(addresses).filter((_, n) => isFull || n % TURNS === turn);
    // Each visit is a first one: the last visited route would be reopened.
    await page.addInitScript(() => localStorage.removeItem("last-route"));
    for (const [address, leadsTo] of visited) {
      const path = concrete(address, server);
      await page.goto(path);
      const end = leadsTo[who] ?? path;
      await expect(page, `${who} at ${address}`).toHaveURL((url) => url.pathname === end);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expect(page, `${who} stays at ${end}`).toHaveURL((url) => url.pathname === end);
    }
    if (visited.some(([address]) => NOTHING.has(address))) pages.forgive(/status of 404/);
  });
}
