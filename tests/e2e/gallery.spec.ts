import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../..");
const MARK = "Tarjetas, con error";

test("the gallery of components is in no build: its address leads nowhere, and nothing of it is delivered", async ({
  request,
}) => {
  expect(readFileSync(join(ROOT, "app/screens/dev/gallery-fields.tsx"), "utf8")).toContain(MARK);
  const answer = await request.get("/dev/gallery");
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toContain("Oops! Page not found");
  const built = readdirSync(join(ROOT, "build"), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".js"),
  );
  expect(built.length).toBeGreaterThan(20);
  const withMark = built.filter(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8").includes(MARK));
  expect(withMark.map(({ name }) => name)).toEqual([]);
});
