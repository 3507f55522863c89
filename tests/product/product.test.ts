import { describe, expect, test } from "vitest";
import { checkProduct } from "./check.ts";
import { problemsOf, rowsOf } from "./rows.ts";
import { shortName, titlesOf } from "./titles.ts";

test("every row of docs/product names tests that exist, and every test is named by a row", () => {
  const { totals, problems } = checkProduct();
  expect(problems).toEqual([]);
  expect(totals).toMatch(/^[1-9]\d* rows, [1-9]\d* tests, 0 without$/);
});

const source = `
  import { describe as about, it, test } from "vitest";
  import { test as base } from "@playwright/test";
  const slow = base.extend<{ a: string }>({});
  test.use({ locale: "es-AR" });
  test.beforeAll("before all of them", async () => {});
  about("a case", () => {
    it("starts" + " open", () => {});
    test.each([[1]])("%i is refused", refuses);
    test.describe.skipIf(true)("closed", () => {
      slow(\`of \${SOME} tries one is made\`, async ({ page }) => {
        test.setTimeout(1);
        test.skip(page === null, "without a page");
        await test.step("the patient signs up", async () => {});
      });
    });
  });
  for (const name of names) test(name, () => {});
  other("is no test", () => {});
`;

describe("the titles of a test file", () => {
  test("stand behind those of their groups, with … for what differs", () => {
    expect(titlesOf("tests/e2e/odd.spec.ts", source)).toEqual([
      { name: "e2e/odd › a case › starts open", kind: "test", of: null },
      { name: "e2e/odd › a case › %i is refused", kind: "test", of: null },
      { name: "e2e/odd › a case › closed › of … tries one is made", kind: "test", of: null },
      {
        name: "e2e/odd › a case › closed › of … tries one is made › the patient signs up",
        kind: "step",
        of: "e2e/odd › a case › closed › of … tries one is made",
      },
      { name: "e2e/odd › …", kind: "test", of: null },
    ]);
    expect(shortName("app/domain/cases/case.test.ts")).toBe("domain/cases/case");
  });

  test("of what is no code are a complaint, not none", () => {
    expect(() => titlesOf("tests/broken.test.ts", 'test("a", () => {')).toThrow("tests/broken.test.ts");
  });
});

describe("the check of rows and tests", () => {
  const titles = titlesOf(
    "tests/odd.test.ts",
    `
    import { test } from "vitest";
    test("one", () => {});
    test("two | three", async () => { await test.step("first", () => {}); });
  `,
  );
  const table = (...rows: string[]) =>
    rowsOf("p.md", ["# A page", "| n | fact | shown by |", "|---|---|---|", ...rows].join("\n"));
  const one = "| CASE-01 | A case starts open. | `odd › one` |";
  const two = "| CASE-02 | A case \\| a story. | `odd › two \\| three › first`, `odd › one` |";

  test("is content where each names the other, a step standing for its test", () => {
    expect(problemsOf(table(one, two), titles)).toEqual([]);
  });

  test.each([
    ["no test", [one, two, "| CASE-03 | Nobody shows this. | |"], "p.md:6: CASE-03 has no test"],
    [
      "a test that does not exist",
      [one, two, "| CASE-03 | A fact. | `odd › four` |"],
      "p.md:6: CASE-03 names a test that does not exist: odd › four",
    ],
    ["no row for a test", [one], "no row names the test: odd › two | three"],
    ["a number twice", [one, two, one], "p.md:6: CASE-01 is there twice"],
    ["no number", [one, two, "| 3 | A fact. | `odd › one` |"], 'p.md:6: "3" is no number of a row'],
    ["no words", [one, two, "| CASE-03 | | `odd › one` |"], "p.md:6: CASE-03 says nothing"],
  ])("complains of %s", (_fault, rows, complaint) => {
    expect(problemsOf(table(...rows), titles)).toEqual([complaint]);
  });
});
