import { type AnyProcedure, isProcedure } from "@orpc/server";
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
