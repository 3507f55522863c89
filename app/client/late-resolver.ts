import { type FieldErrors, type FieldValues, type Resolver, set } from "react-hook-form";
import type { ZodType } from "zod";
import { loadingLate } from "../ui/late.tsx";
import { NO_CONNECTION_IN_FORM } from "./connection.ts";

/**
 * A form's resolver whose schema and library load after the screen: nothing is validated before somebody types. While they cannot be
 * loaded, the first validated field has an error.
 */
export function lateResolver<Fields extends FieldValues, Output>(
  load: () => Promise<ZodType<Output, Fields>>,
): Resolver<Fields, unknown, Output> {
  const loaded = loadingLate(async () => {
    const [{ zodResolver }, schema] = await Promise.all([import("@hookform/resolvers/zod"), load()]);
    return zodResolver(schema) as Resolver<Fields, unknown, Output>;
  });
  return async (values, context, options) => {
    const resolver = await loaded().catch(() => null);
    if (resolver) return resolver(values, context, options);
    const errors: FieldErrors<Fields> = {};
    for (const name of options.names?.slice(0, 1) ?? [])
      set(errors, name, { type: "load", message: NO_CONNECTION_IN_FORM });
    return { values: {}, errors };
  };
}
