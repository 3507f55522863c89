/** The fields of a header block, by their names in lower case. A field that comes twice keeps its first value. */
export type Fields = Map<string, string>;
export type MimePart = { fields: Fields; body: string };

const MOST_PARTS = 20;

/** Reads the fields of a header block; folded lines are joined. */
export function readFields(block: string): Fields {
  const fields: Fields = new Map();
  for (const line of block.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Splits a message, or a part of one, into its header and its decoded body. */
export function readPart(text: string): MimePart {
  const whole = text.replace(/^(\r?\n)+/, "");
  const end = /\r?\n\r?\n/.exec(whole);
  const fields = readFields(end ? whole.slice(0, end.index) : whole);
  const body = end ? whole.slice(end.index + end[0].length) : "";
  return { fields, body: decoded(body, fields.get("content-transfer-encoding") ?? "") };
}

function decoded(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, "base64").toString("latin1");
  if (!/^quoted-printable$/i.test(encoding)) return body;
  const joined = body.replace(/[ \t]*=\r?\n/g, "");
  return joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The parts of a multipart message; none of another one. */
export function partsOf({ fields, body }: MimePart): MimePart[] {
  const boundary = parameterOf(fields.get("content-type") ?? "", "boundary");
  if (!boundary) return [];
  const parts = `\n${body}`.split(new RegExp(`\\r?\\n--${escaped(boundary)}(?:--)?[ \\t]*(?=\\r?\\n|$)`));
  return parts
    .slice(1, MOST_PARTS + 1)
    .filter((part) => part.trim() !== "")
    .map(readPart);
}

/** The parameter of a content type. */
export function parameterOf(contentType: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, "i").exec(contentType);
  return found?.[1] ?? found?.[2] ?? null;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
