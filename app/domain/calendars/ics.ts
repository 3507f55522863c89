/** One entry of a calendar. It says "Turno" and nothing else: who reads a calendar beside its owner learns no name, place or reason. */
export type CalendarEntry = {
  /** The same for all versions of an entry. */
  uid: string;
  /** Rises with each version. */
  sequence: number;
  /** When this version was written. */
  stamped_at: Date;
  starts_at: Date;
  minutes: number;
};

/** What a mail asks a calendar: to hold an entry, or to remove one that it holds. */
export type Method = "REQUEST" | "CANCEL";

/** The addresses of the two sides of a mail for a calendar: the site's, and its reader's alone. */
type Sides = { organizer: string; attendee: string };

const LINE_OCTETS = 75;

/** A calendar as iCalendar (RFC 5545), with times in UTC: lines end in CRLF and have at most 75 octets. */
export const calendarOf = (entries: readonly CalendarEntry[]): string =>
  written([
    "X-WR-CALNAME:Turnos",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...entries.flatMap((entry) => linesOf(entry, "CONFIRMED")),
  ]);

/** A message to one calendar about one entry (RFC 5546). The entry is agreed on already, so no answer is asked for. */
export const calendarMessageOf = (method: Method, entry: CalendarEntry, { organizer, attendee }: Sides): string =>
  written([
    `METHOD:${method}`,
    ...linesOf(entry, method === "REQUEST" ? "CONFIRMED" : "CANCELLED", [
      `ORGANIZER:${mailto(organizer)}`,
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(attendee)}`,
    ]),
  ]);

const written = (lines: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kinexo//Turnos//ES", "CALSCALE:GREGORIAN", ...lines, "END:VCALENDAR"]
    .map((line) => `${folded(line)}\r\n`)
    .join("");

function linesOf(
  { uid, sequence, stamped_at, starts_at, minutes }: CalendarEntry,
  status: "CONFIRMED" | "CANCELLED",
  people: readonly string[] = [],
): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(stamped_at)}`,
    `DTSTART:${utc(starts_at)}`,
    `DTEND:${utc(new Date(starts_at.getTime() + minutes * 60_000))}`,
    "SUMMARY:Turno",
    `STATUS:${status}`,
    ...people,
    "END:VEVENT",
  ];
}

/** "20261203T210000Z". */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n");

const mailto = (address: string) => `mailto:${encodeURI(address)}`;

/** A long line in parts, each but the first after a space; no character is cut. */
function folded(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
