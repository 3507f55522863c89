import { sync } from "node-ical";
import { convertIcsCalendar } from "ts-ics";

/** What a calendar program reads of an entry. */
export type Read = { uid: string; summary: string; sequence: number; from: number; until: number };

/** The entries of a calendar as two independent parsers read them; throws unless they agree. */
export function readBoth(text: string): Read[] {
  const byNode = Object.values(sync.parseICS(text)).flatMap((entry) =>
    entry?.type === "VEVENT"
      ? [
          {
            uid: entry.uid,
            summary: String(entry.summary),
            sequence: Number(entry.sequence),
            from: entry.start.getTime(),
            until: entry.end!.getTime(),
          },
        ]
      : [],
  );
  const byTs = (convertIcsCalendar(undefined, text).events ?? []).map((entry) => ({
    uid: entry.uid,
    summary: entry.summary,
    // It leaves a zero out.
    sequence: entry.sequence ?? 0,
    from: entry.start.date.getTime(),
    until: entry.end!.date.getTime(),
  }));
  const inOrder = (entries: Read[]) => entries.toSorted((one, other) => (one.uid < other.uid ? -1 : 1));
  if (JSON.stringify(inOrder(byNode)) !== JSON.stringify(inOrder(byTs)))
    throw new Error(`The parsers differ: ${JSON.stringify({ byNode, byTs })}`);
  return byTs;
}

/** What a calendar program reads of a message about one entry (RFC 5546). */
export type Message = { method: string; status: string; organizer: string; attendees: string[] };

/** A message to a calendar as two independent parsers read it; throws unless they agree. */
export function readMessage(text: string): Message {
  const entry = Object.values(sync.parseICS(text)).find((each) => each?.type === "VEVENT");
  const attendees = [entry?.attendee ?? []].flat();
  const byNode = {
    method: String(entry?.method),
    status: String(entry?.status),
    organizer: String(entry?.organizer),
    attendees: attendees.map((each) => (typeof each === "string" ? each : each.val)),
  };
  const calendar = convertIcsCalendar(undefined, text);
  const [event] = calendar.events ?? [];
  const byTs = {
    method: String(calendar.method),
    status: String(event?.status),
    organizer: `mailto:${event?.organizer?.email}`,
    attendees: (event?.attendees ?? []).map(({ email }) => `mailto:${email}`),
  };
  if (JSON.stringify(byNode) !== JSON.stringify(byTs))
    throw new Error(`The parsers differ: ${JSON.stringify({ byNode, byTs })}`);
  return byTs;
}
