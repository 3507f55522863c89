import { beforeAll, expect, test } from "vitest";
import { openApiDocument } from "../../app/server/openapi.server.ts";
import { readSettings } from "../../app/platform/settings.ts";
import { allErrors } from "../../app/shared/server-errors.server.ts";
import type { Schema } from "./fuzz/schema.ts";
import { table } from "../procedures/table.ts";
import { keyed } from "../support/procedures.ts";

type Refusal = { content: { "application/json": { schema: { properties: { code: { enum: string[] } } } } } };
type Post = {
  summary?: string;
  security: Record<string, string[]>[];
  parameters?: { $ref: string }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, Refusal>;
};
let operations: Map<string, Post>;
beforeAll(async () => {
  const document = (await openApiDocument({
    ...readSettings({}),
    secret: "a secret of the tests, long enough",
  })) as unknown as { paths: Record<string, { post: Post }> };
  operations = new Map(
    Object.entries(document.paths).map(([path, { post }]) => [path.slice(1).replaceAll("/", "."), post]),
  );
});

const declared = ({ responses }: Post) =>
  Object.entries(responses)
    .filter(([status]) => status !== "200")
    .flatMap(([, response]) => response.content["application/json"].schema.properties.code.enum);

test("each operation has one sentence of its own on what it does", () => {
  const summaries = [...operations.values()].map(({ summary }) => summary);
  for (const summary of summaries) expect(summary).toMatch(/^[A-Z][^.]+\.$/);
  expect(new Set(summaries).size).toBe(summaries.length);
});

test("every refusal that the access tables name is declared by its operation, under its status", () => {
  const missing: string[] = [];
  let cells = 0;
  for (const [name, { who, about }] of Object.entries(table)) {
    const rows = about ? Object.values(about.states) : [who];
    const codes = declared(operations.get(name)!);
    for (const cell of new Set(rows.flatMap((row) => Object.values(row)))) {
      cells += 1;
      if (cell !== "ok" && !codes.includes(cell)) missing.push(`${name}: ${cell}`);
    }
  }
  expect(cells).toBeGreaterThan(300);
  expect(missing).toEqual([]);
  for (const post of operations.values()) {
    for (const [status, response] of Object.entries(post.responses).filter(([one]) => one !== "200")) {
      const { code } = response.content["application/json"].schema.properties;
      for (const one of code.enum)
        expect([one, String(allErrors[one as keyof typeof allErrors].status)]).toEqual([one, status]);
    }
  }
});

test("a session is asked for by exactly the operations that refuse whoever has none", () => {
  for (const [name, { who }] of Object.entries(table)) {
    const { security } = operations.get(name)!;
    expect([name, security.length > 0 && security.every((one) => "session" in one)]).toEqual([
      name,
      who.anonymous === "NOT_SIGNED_IN",
    ]);
  }
});

test("the key of a repeated request is taken by exactly the operations that do something once", () => {
  const taking = [...operations]
    .filter(([, { parameters }]) => parameters?.some(({ $ref }) => $ref.endsWith("/IdempotencyKey")))
    .map(([name]) => name);
  expect(taking.toSorted()).toEqual(keyed.toSorted());
  for (const name of taking) expect(declared(operations.get(name)!)).toContain("KEY_REUSED");
});

/** Every part of an input without a bound: text of any length, a list of any size, a number of any size. */
function unbounded(schema: Schema, at: string): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => unbounded(one, at));
  if (schema.enum || schema.const !== undefined) return [];
  const isFree =
    schema.type === "string"
      ? schema.maxLength === undefined &&
        !["uuid", "date", "date-time"].includes(schema.format ?? "") &&
        !schema.pattern
      : schema.type === "array"
        ? schema.maxItems === undefined
        : schema.type === "integer" || schema.type === "number"
          ? schema.minimum === undefined || schema.maximum === undefined
          : schema.type === undefined;
  return [
    ...(isFree ? [at] : []),
    ...(schema.items ? unbounded(schema.items, `${at}[]`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => unbounded(part, `${at}.${name}`)),
  ];
}

test("every text, list and number of an input is bounded in the document as by its rule", () => {
  expect(
    [...operations].flatMap(([name, { requestBody }]) =>
      requestBody ? unbounded(requestBody.content["application/json"].schema, name) : [],
    ),
  ).toEqual([]);
});
