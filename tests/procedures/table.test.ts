import { expect, test } from "vitest";
import { z } from "zod";
import { table } from "./table.ts";
import { procedures } from "../support/procedures.ts";

const router = procedures();

test("each procedure of the router has one row in the table, and each row its procedure", () => {
  const names = [...router.keys()];
  expect(names.filter((name) => !table[name])).toEqual([]);
  expect(Object.keys(table).filter((name) => !router.has(name))).toEqual([]);
});

/** Whether a procedure's input names its object by id. */
function takesId(name: string): boolean {
  const schema = router.get(name)?.["~orpc"].inputSchema;
  if (!schema) return false;
  const shape = z.toJSONSchema(schema as z.ZodType, { io: "input", unrepresentable: "any" });
  return /"(id|\w+_id)":\{[^}]*"format":"uuid"/.test(JSON.stringify(shape));
}

test("the row of each procedure that takes an id has results by the object's state", () => {
  const names = Object.keys(table).filter((name) => takesId(name));
  expect(names.length).toBeGreaterThan(10);
  expect(Object.keys(table).filter((name) => table[name]!.about)).toEqual(names);
});
