import type { z } from "zod";
import { SignUpMetadata } from "../../app/domain/accounts/account-input.ts";
import { procedures } from "./procedures.ts";

/** A text that a caller sends, such as "cases.create title", with its schema, optional or not. */
export type TextInput = { field: string; schema: z.ZodType };

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  left?: z.ZodType;
  right?: z.ZodType;
};
const defOf = (schema: z.ZodType) => schema.def as unknown as Def;

/** A schema without what makes it optional, and before what converts it. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, in: given, out } = defOf(schema);
  const within = innerType ?? (given && defOf(given).type === "transform" ? out : given);
  return within ? bare(within) : schema;
}

function textsIn(schema: z.ZodType, path: string): TextInput[] {
  const { type, shape, element, options, left, right } = defOf(bare(schema));
  if (type === "string") return [{ field: path, schema }];
  const inner = shape
    ? Object.entries(shape).map(([name, part]) => [part, `${path} ${name}`] as const)
    : [element, left, right, ...(options ?? [])]
        .filter((part) => part !== undefined)
        .map((part) => [part, path] as const);
  return inner.flatMap(([part, at]) => textsIn(part, at));
}

/** Every text that the procedures and the sign-up take, from their schemas. */
export const textInputs = (): TextInput[] => [
  ...textsIn(SignUpMetadata, "sign-up"),
  ...[...procedures()].flatMap(([name, procedure]) => {
    const schema = procedure["~orpc"].inputSchema as z.ZodType | undefined;
    return schema ? textsIn(schema, name) : [];
  }),
];
