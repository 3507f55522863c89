import { StandardRPCJsonSerializer, StandardRPCSerializer } from "@orpc/client/standard";

const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer());

type Path = (string | number)[];

/**
 * An answer as text of our call protocol. For the values that nearly all answers consist of (texts, numbers, dates, lists and objects) this
 * writes the same as the protocol's own serialiser, which takes a sixth of a call's time: it copies every value and creates an array for each.
 */
export function rpcText(output: unknown): string {
  const dates: Path[] = [];
  const plain = output === undefined ? NOT_PLAIN : asPlain(output, [], dates);
  if (plain === NOT_PLAIN) return JSON.stringify(serializer.serialize(output));
  return `{"json":${JSON.stringify(plain)}${dates.length > 0 ? `,"meta":${JSON.stringify(dates)}` : ""}}`;
}

/** The value in a text of our call protocol. Throws for any other text. */
export const rpcValue = (text: string): unknown => serializer.deserialize(JSON.parse(text));

/** The protocol's number for a date. */
const DATE = 1;

/** Marks a value that JSON writes differently from the protocol. */
const NOT_PLAIN = Symbol("not plain");

/**
 * Converts a value to one that JSON writes as the protocol does: dates become text, and their paths are collected. JSON writes objects without
 * methods ten times as fast. A value without dates is returned as it is; NOT_PLAIN when JSON cannot write it.
 */
function asPlain(value: unknown, path: Path, dates: Path[]): unknown {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : NOT_PLAIN;
  if (typeof value !== "object") return NOT_PLAIN;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return NOT_PLAIN;
    dates.push([DATE, ...path]);
    return value.toISOString();
  }
  if (Array.isArray(value)) return listAsPlain(value, path, dates);
  return Object.getPrototypeOf(value) === Object.prototype
    ? objectAsPlain(value as Record<string, unknown>, path, dates)
    : NOT_PLAIN;
}

function listAsPlain(list: readonly unknown[], path: Path, dates: Path[]): unknown {
  let copy: unknown[] | null = null;
  for (let index = 0; index < list.length; index++) {
    path.push(index);
    const plain = asPlain(list[index], path, dates);
    if (plain === NOT_PLAIN) return NOT_PLAIN;
    if (plain !== list[index]) (copy ??= [...list])[index] = plain;
    path.pop();
  }
  return copy ?? list;
}

function objectAsPlain(object: Record<string, unknown>, path: Path, dates: Path[]): unknown {
  let copy: Record<string, unknown> | null = null;
  // Plain objects inherit no keys, so no list of entries is needed: it would become garbage at each call.
  for (const key in object) {
    const part = object[key];
    // JSON leaves out an undefined field, as the protocol does.
    if (part === undefined || typeof part === "string") continue;
    path.push(key);
    const plain = asPlain(part, path, dates);
    if (plain === NOT_PLAIN) return NOT_PLAIN;
    if (plain !== part) (copy ??= { ...object })[key] = plain;
    path.pop();
  }
  return copy ?? object;
}
