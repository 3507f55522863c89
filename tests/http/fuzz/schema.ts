import fc from "fast-check";
import { corpus } from "./corpus.ts";

/** The subset of JSON Schema that the product's document uses. */
export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  const?: unknown;
};

const WORDS = [
  "Rodilla",
  "Me duele al bajar",
  "Ana María",
  "Almagro",
  "+54 11 5555-5555",
  "Temporal-2026",
  "MN 12345",
  "Deportiva",
  "09:00",
  "10:30",
  "1990-01-01",
  "spam",
];

/** Inputs that fit a schema as far as its keywords say; ids are often taken from `ids`. */
export function fitting(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, ids)));
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, fitting(part, ids)])),
        { requiredKeys: schema.required ?? [] },
      );
    case "array":
      return fc.array(fitting(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 8),
      });
    case "string":
      return text(schema, ids);
    case "integer":
    case "number":
      return number(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.constantFrom(...WORDS);
  }
}

function text({ format, minLength = 0, maxLength = 200 }: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === "uuid") return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, fc.uuid({ version: 4 }));
  if (format === "email") return fc.uuid().map((id) => `${id}@example.com`);
  if (format === "date")
    return fc
      .date({ min: new Date(0), max: new Date("2010-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  return fc.oneof(
    fc.constantFrom(...WORDS),
    fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 60) }),
  );
}

const EXTRA = {
  id: "00000000-0000-4000-8000-000000000000",
  user_id: "00000000-0000-4000-8000-000000000000",
  patient_id: null,
  kine_id: null,
  role: "admin",
  roles: ["admin"],
  status: "accepted",
  approval_status: "approved",
  is_admin: true,
  suspended_at: null,
  version: 99,
  stars: 5,
  accepted_kine_id: null,
  created_at: "1970-01-01",
  constructor: { prototype: { isAdmin: true } },
};
const JUNK: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53,
  "",
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
  { $gt: "" },
  ...corpus,
];

/** A mutated input: one part replaced, removed or repeated, or with fields that no caller may set. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const whole = fc.constantFrom(...JUNK);
  if (Array.isArray(value))
    return fc.oneof(whole, fc.constant([...value, ...value, ...value]), fc.constant(Array(500).fill(value[0] ?? null)));
  if (value === null || typeof value !== "object") return whole;
  const names = Object.keys(value);
  const extra = fc.constant({ ...EXTRA, ...value });
  if (names.length === 0) return fc.oneof(whole, extra);
  const one = fc.constantFrom(...names);
  const part = value as Record<string, unknown>;
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(one, fc.constantFrom(...JUNK)).map(([name, junk]) => ({ ...part, [name]: junk })),
    },
    { weight: 2, arbitrary: one.chain((name) => mutated(part[name]).map((other) => ({ ...part, [name]: other }))) },
    {
      weight: 1,
      arbitrary: one.map((name) => Object.fromEntries(Object.entries(part).filter(([key]) => key !== name))),
    },
    { weight: 2, arbitrary: extra },
    { weight: 1, arbitrary: whole },
  );
}

/** Every text field of a schema, by its path ("ranges.0.start_time"). */
export function textFields(schema: Schema, path: string[] = []): string[][] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => textFields(one, path));
  if (schema.type === "string") return [path];
  if (schema.type === "array") return textFields(schema.items ?? {}, [...path, "0"]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => textFields(part, [...path, name]));
}

/** A copy of an input with this text in one field. */
export function withText(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text;
  const inner = (value as Record<string, unknown> | null)?.[name];
  if (name === "0") return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)];
  return { ...(value as object), [name]: withText(inner, rest, text) };
}

/** Where a JSON value does not fit a schema; undeclared object fields are misfits. */
export function misfits(schema: Schema, value: unknown, at = "answer"): string[] {
  if (schema.anyOf) {
    const each = schema.anyOf.map((one) => misfits(one, value, at));
    return each.some((found) => found.length === 0)
      ? []
      : (each.toSorted((one, other) => one.length - other.length)[0] ?? []);
  }
  const wrong = [`${at} is ${JSON.stringify(value)?.slice(0, 60)}`];
  if (schema.const !== undefined) return schema.const === value ? [] : wrong;
  if (schema.enum) return schema.enum.includes(value) ? [] : wrong;
  switch (schema.type) {
    case "object": {
      if (value === null || typeof value !== "object" || Array.isArray(value)) return wrong;
      const { properties = {}, required = [] } = schema;
      const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
      return [
        ...missing,
        ...Object.entries(value).flatMap(([name, part]) =>
          properties[name] ? misfits(properties[name], part, `${at}.${name}`) : [`${at}.${name} is in no schema`],
        ),
      ];
    }
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, n) => misfits(schema.items ?? {}, item, `${at}[${n}]`))
        : wrong;
    case "string":
      return typeof value === "string" && FORMATS[schema.format ?? ""]?.test(value) !== false ? [] : wrong;
    case "integer":
      return Number.isInteger(value) ? [] : wrong;
    case "number":
      return typeof value === "number" ? [] : wrong;
    case "boolean":
      return typeof value === "boolean" ? [] : wrong;
    case "null":
      return value === null ? [] : wrong;
    // An empty schema would accept everything.
    default:
      return [`${at} has no schema`];
  }
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
};

/** Whole numbers within the bounds of a schema, at most a thousand above the lower one. */
function number({ minimum = 0, maximum = 100 }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum, -1e6);
  return fc.integer({ min, max: Math.min(Math.max(maximum, min), Math.max(min, 0) + 1_000) });
}
