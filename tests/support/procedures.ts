import { type AnyProcedure, isProcedure } from "@orpc/server";
import type { ProcedureMeta } from "../../app/api/procedure-meta.ts";
import { router } from "../../app/router.server.ts";

/** Every procedure of the router by its name, such as "cases.close". */
export function procedures(node: object = router, path: string[] = []): Map<string, AnyProcedure> {
  return new Map(
    Object.entries(node).flatMap(([name, value]) =>
      isProcedure(value)
        ? [[[...path, name].join("."), value] as const]
        : [...procedures(value as object, [...path, name])],
    ),
  );
}

const every = procedures();

/** What a procedure declares about itself. Throws when there is no such procedure. */
export function metaOf(name: string): ProcedureMeta {
  const procedure = every.get(name);
  if (!procedure) throw new Error(`the router has no ${name}`);
  return procedure["~orpc"].meta as ProcedureMeta;
}

/** The names of the procedures that run once per idempotency key. */
export const keyed = [...every.keys()].filter((name) => metaOf(name).writes === "once");
