import {
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from "@playwright/test";
import { SESSION_KEY } from "../../app/client/stored-session.ts";
import type { Person } from "../support/people.ts";
import { watch } from "./page.ts";
import { seedServer, type SeededServer, type Who } from "./screens.people.ts";

type Pages = {
  /** A page in a user's browser; any problem not passed to `forgive` fails the test. */
  pageOf: (who: Who | Person) => Promise<Page>;
  /** Removes the browser's log entries for an expected failure, also later ones of this test; throws when there is none yet. */
  forgive: (problem: RegExp) => void;
};

/** A browser with this user's session in its storage, as after signing in. */
export async function contextWith(
  browser: Browser,
  url: string,
  person: Person | null,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const session = person && (await person.auth.getSession()).data.session;
  const localStorage = session ? [{ name: SESSION_KEY, value: JSON.stringify(session) }] : [];
  return browser.newContext({
    locale: "es-AR",
    reducedMotion: "reduce",
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
    ...options,
  });
}

/** Tests on a filled server, created once, where every user has one browser. */
export const test = base.extend<
  { pages: Pages },
  { server: SeededServer & { contextOf: (who: Who | Person) => Promise<BrowserContext> } }
>({
  server: [
    async ({ browser }, use) => {
      const url = `http://localhost:${process.env["E2E_PORT"]}`;
      const server = await seedServer(url);
      const contexts = new Map<Who | Person, BrowserContext>();
      const contextOf = async (who: Who | Person) => {
        const person = who === "nobody" ? null : typeof who === "string" ? server.people[who] : who;
        const context = contexts.get(who) ?? (await contextWith(browser, url, person));
        contexts.set(who, context);
        return context;
      };
      await use({ ...server, contextOf });
      for (const context of contexts.values()) await context.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  pages: async ({ server }, use) => {
    const pages: Page[] = [];
    const problems: string[] = [];
    const forgiven: RegExp[] = [];
    await use({
      pageOf: async (who) => {
        const page = await (await server.contextOf(who)).newPage();
        watch(page, problems);
        pages.push(page);
        return page;
      },
      forgive: (problem) => {
        const others = problems.filter((each) => !problem.test(each));
        expect(others.length, `the browser said ${problem}`).toBeLessThan(problems.length);
        problems.splice(0, problems.length, ...others);
        // A page that retries by itself may be refused once more, and logs it later.
        forgiven.push(problem);
      },
    });
    for (const page of pages) await page.close();
    expect(problems.filter((each) => !forgiven.some((problem) => problem.test(each)))).toEqual([]);
  },
});
