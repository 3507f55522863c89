import { createHash } from "node:crypto";

/** What has an id of its own in the old system. */
export type Kind =
  "user" | "case" | "match" | "review" | "availability" | "application" | "identity" | "factor" | "suspension";

/** Ids hold their time in 48 bits of milliseconds; a time that no row can have becomes the nearest that it can. */
const [FIRST, LAST] = [Date.UTC(2015, 0, 1), Date.UTC(2100, 0, 1)];

/** The id that a row of the old system has here: a UUIDv7 of its time and old id, the same in every run. */
export function movedId(kind: Kind, oldId: string, createdAt: Date | null): string {
  const hash = createHash("sha256").update(`${kind}\n${oldId}`).digest();
  const milliseconds = Math.min(Math.max(createdAt?.getTime() ?? FIRST, FIRST), LAST);
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  hash.copy(bytes, 6, 0, 10);
  bytes.writeUInt8((hash.readUInt8(0) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((hash.readUInt8(2) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** A time or a date as PostgreSQL writes it (ISO, UTC); null for none, for infinity and for texts that are no time. */
export function timeOf(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\d/.test(text)) return null;
  const time = new Date(text.replace(" ", "T").replace(/(?<=:.*)[+-]\d\d$/, "$&:00"));
  return Number.isNaN(time.getTime()) ? null : time;
}
