import { randomInt } from "node:crypto";
import type { Row, Subject, Subjects } from "./prepare.ts";

/** One request: the caller (null for anonymous), the ids that differ between requests, and the input built from them. */
export type Draw = { person: Subject | null; ids: string[]; input: object };

/** A procedure with its requests over random people, or over distinct rows that the statement `restore` resets. */
export type Question = {
  procedure: string;
  draws: () => () => Draw;
  rows?: number;
  restore?: string;
  /** The one statement of the bare server, over the ids of the draw, where the procedure's own could not be repeated. */
  bare?: string;
};

const MESSAGE = "Trabajo con rodillas desde hace diez años";
const TITLE = "Carga de la rodilla";
const says = { title: TITLE, description: "Me duele desde hace días", injury_area: "Rodilla" };
const WEEK = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start_time: "09:00", end_time: "13:00" }));

/** Every procedure that reads, and the most frequent writes. */
export function questionsOf(subjects: Subjects): Question[] {
  const any = <T>(list: T[]): T => list[randomInt(list.length)] as T;
  const read = (procedure: string, people: Subject[], input: object = {}): Question => ({
    procedure,
    draws: () => () => ({ person: any(people), ids: [], input }),
  });
  const readOne = (procedure: string, rows: Row[], field: string): Question => ({
    procedure,
    draws: () => () => {
      const { person, ids } = any(rows);
      return { person, ids, input: { [field]: ids[0] } };
    },
  });
  const readAny = (procedure: string, people: Subject[], of: string[]): Question => ({
    procedure,
    draws: () => () => {
      const id = any(of);
      return { person: any(people), ids: [id], input: { id } };
    },
  });
  /** A read whose input has texts that somebody types or chooses from a list: these differ between requests. */
  const readFor = (procedure: string, people: Subject[], inputOf: () => object, named: string[] = []): Question => ({
    procedure,
    draws: () => () => {
      const input = inputOf() as Record<string, unknown>;
      return { person: any(people), ids: named.map((field) => String(input[field])), input };
    },
  });
  const write = (procedure: string, rows: Row[], inputOf: (ids: string[]) => object, restore?: string): Question => ({
    procedure,
    rows: rows.length,
    ...(restore && { restore }),
    draws() {
      let next = 0;
      return () => {
        const row = rows[next++ % rows.length];
        if (!row) throw new Error(`no rows for ${procedure}`);
        return { person: row.person, ids: row.ids, input: inputOf(row.ids) };
      };
    },
  });
  const { patients, kines, admins, profiles, cases, own, open, seen, talking, toApply, toDecide, toClose, toReview } =
    subjects;
  const { typed, paths } = subjects;
  const everyone = (people: Subject[]) =>
    Array.from({ length: toApply.length }, (): Row => ({ person: any(people), ids: [] }));
  const decided = `update matches set status = 'proposed' where id in (${listed(toDecide)});
    update cases set status = 'open' where id in (select case_id from matches where id in (${listed(toDecide)}))`;
  return [
    read("accounts.me", [...patients, ...kines]),
    {
      procedure: "profiles.publicProfile",
      draws: () => () => {
        const id = any(profiles);
        return { person: null, ids: [id], input: { id } };
      },
    },
    read("profiles.specialistCount", patients),
    read("cases.mine", patients),
    readOne("cases.get", own, "id"),
    readOne("cases.applications", own, "case_id"),
    readOne("cases.studyViews", own, "case_id"),
    read("profiles.specialists", patients),
    read("reviews.mine", patients),
    read("reviews.pending", patients),
    read("profiles.mine", [...patients, ...kines]),
    read("consents.health", patients),
    read("sessions.mine", [...patients, ...kines]),
    read("cases.available", kines),
    readOne("cases.view", seen, "id"),
    read("matches.mine", kines),
    read("matches.offerFacts", kines),
    read("conversations.received", kines),
    readFor("cases.fits", kines, () => ({ ids: Array.from({ length: 20 }, () => any(open).ids[0]) })),
    read("reviews.received", kines),
    read("availabilities.mine", kines),
    read("agendas.mine", kines),
    readFor("agendas.week", subjects.attending, () => ({ from: inDays(randomInt(7)) })),
    readOne("agendas.slots", subjects.toBook, "match_id"),
    write("bookings.preview", subjects.toBook, ([match_id, place_id]) => ({
      match_id,
      place_id,
      starts: [`${inDays(3)}T10:00`],
    })),
    {
      ...write(
        "bookings.book",
        [...new Map(subjects.toBook.map((row) => [row.ids[2], row])).values()],
        ([match_id, place_id]) => ({ match_id, place_id, starts: [`${inDays(10)}T09:00`], anyway: true }),
        `delete from booking_claims where booking_id in (select id from bookings where created_at > now() - interval '1 hour');
          delete from bookings where created_at > now() - interval '1 hour'`,
      ),
      bare: `insert into bookings (match_id, place_id, kine_id, starts_at, minutes, local_start, zone, asked_by, answer_by)
        select $1::uuid, $2::uuid, $3::uuid, t, 60, t, 'America/Argentina/Buenos_Aires', 'patient', t
        from (select ('${inDays(10)} 09:00'::timestamp) at time zone 'America/Argentina/Buenos_Aires' as t) x`,
    },
    read("bookings.mine", [...patients, ...kines]),
    read("calendars.feeds", [...patients, ...kines]),
    readOne("treatments.read", subjects.toBook, "match_id"),
    readOne("treatments.sheet", subjects.toBook, "match_id"),
    readOne("measures.list", toClose, "case_id"),
    readFor("accounts.licenseAvailable", admins, () => ({ license_number: any(typed.licences) }), ["license_number"]),
    readOne("cases.compare", own, "id"),
    readOne("cases.outlook", own, "id"),
    readOne("cases.reach", open, "id"),
    readOne("cases.summary", toClose, "id"),
    readFor("coverages.search", patients, () => ({ text: any(typed.coverages) })),
    readFor("coverages.kines", patients, () => ({ coverage_id: any(typed.coverageIds) }), ["coverage_id"]),
    read("coverages.own", patients),
    readOne("coverages.questions", own, "case_id"),
    read("coverages.mine", kines),
    read("prices.mine", kines),
    read("licences.mine", kines),
    read("handles.mine", kines),
    read("directory.mine", kines),
    readFor("directory.specialists", patients, () => ({
      path: any(paths),
      query: any(["", "", "orden=precio", "pagina=1"]),
    })),
    readFor("directory.search", patients, () => ({ what: any(typed.complaints), where: any(typed.places) })),
    readFor("places.search", patients, () => ({ search: any(typed.places) }), ["search"]),
    read("specialties.list", kines),
    readOne("conversations.read", talking, "id"),
    read("conversations.mine", patients),
    read("conversations.unread", [...patients, ...kines]),
    read("conversations.withdrawn", [...patients, ...kines]),
    read("conversations.blocked", [...patients, ...kines]),
    read("notifications.list", [...patients, ...kines]),
    read("notifications.unseen", [...patients, ...kines]),
    read("notifications.settings", [...patients, ...kines]),
    read("push.state", [...patients, ...kines]),
    read("today.read", admins),
    read("today.waiting", admins),
    read("operator.queues", admins),
    read("operator.quietCases", admins),
    read("operator.zones", admins),
    read("pulse.market", admins, { weeks: 56 }),
    read("pulse.signups", admins, { weeks: 56 }),
    read("pulse.levels", admins),
    read("pulse.kines", admins, { segment: "silent" }),
    read("settings.read", admins),
    read("holidays.list", admins, { year: 2026 }),
    read("coverages.list", admins),
    read("coverages.disputes", admins),
    read("licences.queue", admins),
    read("vocabulary.queue", admins),
    readAny("dossiers.person", admins, profiles),
    readAny("dossiers.caseFile", admins, cases),
    read("dossiers.find", admins, { text: "paciente" }),
    read("adminViews.unseen", admins),
    read("accounts.list", admins),
    read("profiles.patients", admins),
    read("profiles.kines", admins),
    read("cases.list", admins),
    read("reviews.list", admins),
    read("reviews.totals", admins),
    read("reviews.heldReplies", admins),
    read("appeals.list", admins),
    read("kineApplications.list", admins),
    read("kineApplications.pendingCount", admins),
    read("profileChanges.list", admins),
    read("audit.list", admins),
    read("reports.list", admins, { state: "open" }),
    read("status.read", admins),
    read("pulse.mail", admins),
    read("jobs.list", admins, { state: "failed" }),
    write(
      "matches.apply",
      toApply,
      ([case_id]) => ({ case_id, message: MESSAGE }),
      `delete from matches where message = '${MESSAGE}'; delete from applications_made`,
    ),
    write("matches.accept", toDecide, ([id]) => ({ id }), decided),
    write("matches.reject", toDecide, ([id]) => ({ id }), decided),
    write("cases.create", everyone(patients), () => says, `delete from cases where title = '${TITLE}'`),
    write(
      "cases.close",
      toClose,
      ([id]) => ({ id }),
      `update cases set status = 'matched' where id in (${listed(toClose)})`,
    ),
    write(
      "reviews.create",
      toReview,
      ([case_id, kine_id]) => ({ case_id, kine_id, stars: 5, comment: MESSAGE }),
      `delete from reviews where comment = '${MESSAGE}'`,
    ),
    write("profiles.update", everyone(patients), () => ({ name: "Ana Gómez", location_city: "Rosario" })),
    write("availabilities.replace", everyone(kines), () => ({ ranges: WEEK })),
    write("adminViews.markSeen", everyone(admins), () => ({ entity_type: "case", ids: subjects.cases.slice(0, 20) })),
  ];
}

/** A day as "2026-12-03". */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const listed = (rows: Row[]) => rows.map(({ ids: [id] }) => `'${id}'`).join(", ");
