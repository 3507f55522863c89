/** One entry of a calendar. It says "Turno" and nothing else: who reads a calendar beside its owner learns no name, place or reason. */
export type CalendarEntry = {
  /** The same for all versions of an entry. */
  uid: string;
  /** Rises with each version. */
  sequence: number;
  created_at: Date;
  starts_at: Date;
  minutes: number;
};

const LINE_OCTETS = 75;

/** A calendar as iCalendar (RFC 5545), with times in UTC: lines end in CRLF and have at most 75 octets. */
export function calendarOf(entries: readonly CalendarEntry[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Kinexo//Turnos//ES",
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:Turnos",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...entries.flatMap(linesOf),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function linesOf({ uid, sequence, created_at, starts_at, minutes }: CalendarEntry): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(created_at)}`,
    `DTSTART:${utc(starts_at)}`,
    `DTEND:${utc(new Date(starts_at.getTime() + minutes * 60_000))}`,
    "SUMMARY:Turno",
    "STATUS:CONFIRMED",
    "END:VEVENT",
  ];
}

/** "20261203T210000Z". */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|\r|\n/g, "\\n");

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
