import { StandardRPCJsonSerializer, StandardRPCSerializer } from "@orpc/client/standard";

const serializer = new StandardRPCSerializer(new StandardRPCJsonSerializer());

type Path = (string | number)[];

/**
 * An answer as text of our call protocol. For the values that nearly all answers consist of (texts, numbers, dates, lists and objects) this
 * writes the same as the protocol's own serialiser, which copies every value and makes an array for each: a sixth of a call's time.
 */
export function rpcText(output: unknown): string {
  const dates: Path[] = [];
  if (output === undefined || !isPlain(output, [], dates)) return JSON.stringify(serializer.serialize(output));
  return `{"json":${JSON.stringify(output)}${dates.length > 0 ? `,"meta":${JSON.stringify(dates)}` : ""}}`;
}

/** The value in a text of our call protocol. Throws for any other text. */
export const rpcValue = (text: string): unknown => serializer.deserialize(JSON.parse(text));

/** The protocol's number for a date. */
const DATE = 1;

/** Whether JSON writes a value as the protocol does, except for its dates, whose paths are collected. */
function isPlain(value: unknown, path: Path, dates: Path[]): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (value instanceof Date) {
    dates.push([DATE, ...path]);
    return !Number.isNaN(value.getTime());
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      if (!isPlain(value[index], path, dates)) return false;
      path.pop();
    }
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const [key, part] of Object.entries(value)) {
    // JSON leaves out an undefined field, as the protocol does.
    if (part === undefined) continue;
    path.push(key);
    if (!isPlain(part, path, dates)) return false;
    path.pop();
  }
  return true;
}
