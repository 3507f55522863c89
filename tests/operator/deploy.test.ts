import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../bin/node-flags.mjs";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("the files for deployment set only variables that the program reads", () => {
  const compose = read("deploy/compose.yaml").split("\nservices:")[0]?.matchAll(/^ {4}([A-Z][A-Z0-9_]+): /gm) ?? [];
  const kubernetes = read("deploy/kubernetes.yaml");
  const inSecret = /from-env-file=kinexo\.env +\(([^)]+)\)/.exec(kubernetes)?.[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? [];
  const set = [
    ...[...compose].map(([, name]) => name),
    ...[...kubernetes.matchAll(/name: ([A-Z][A-Z0-9_]+), value/g)].map(([, name]) => name),
    ...inSecret,
    ...[...read("deploy/kinexo.service").matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) => line?.match(/[A-Z_]+(?==)/g) ?? []),
    ...[...read("deploy/Dockerfile").matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line?.match(/[A-Z_]+(?==)/g) ?? []),
  ];
  const settings = read("app/platform/settings.ts");
  expect(set.length).toBeGreaterThan(20);
  expect(set.filter((name) => name !== "NODE_ENV" && !Object.hasOwn(NODE_ENVIRONMENT, name ?? "") && !settings.includes(`"${name}"`))).toEqual([]);
});

test("every file that starts the program gives Node the same flags", () => {
  const flags = NODE_FLAGS.join(" ");
  expect(flags).not.toBe("");
  expect(read("deploy/kinexo.service")).toContain(`node ${flags} app/process/main.ts`);
  expect(read("deploy/Dockerfile")).toContain(`CMD ${JSON.stringify(["node", ...NODE_FLAGS, "app/process/main.ts"]).replaceAll(",", ", ")}`);
  for (const [name, value] of Object.entries(NODE_ENVIRONMENT)) {
    expect(read("deploy/kinexo.service")).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, "m"));
    expect(read("deploy/Dockerfile")).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, "m"));
  }
});
