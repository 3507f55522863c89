import { randomInt } from "node:crypto";
import pg from "pg";
import { readSettings } from "../../app/platform/settings.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { openSigningKeys } from "../../app/auth/sessions/keys.server.ts";
import { openAccessTokens } from "../../app/auth/sessions/tokens.server.ts";
import type { Session } from "../../app/auth/core/session.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { fill } from "../support/fill-database.ts";
import { live, OLDER_SESSIONS } from "./lived.ts";
import { pathsOf, type Typed, typedIn } from "./typed.ts";

const SIGNING_IN = 8;
const [PATIENTS, KINES, ADMINS] = [1_000, 500, 4];
/** Access tokens live ten minutes, so a run renews them after five. */
const RENEWED_MS = 300_000;

export type Scale = {
  patients: number;
  kines: number;
  cases: number;
  /** Rows of each kind that a write uses up. */ rows: number;
  /** Bookings, spread over all specialists; 0 for none, and agendas of those alone who are asked. */
  bookings: number;
};
/** A person with an access token of their session. */
export type Subject = { id: string; session_id: string; token: string };
/** A row that a write uses up: its writer, and the ids in the input. */
export type Row = { person: Subject; ids: string[] };

/** The people and rows in the requests. */
export type Subjects = {
  patients: Subject[];
  kines: Subject[];
  admins: Subject[];
  /** Users who can sign in, one per concurrent connection. */
  members: { email: string; password: string }[];
  cases: string[];
  /** Specialists with a public profile. */
  profiles: string[];
  /** Own cases of the patients, those of them that are open, and cases that the specialists may see. */
  own: Row[];
  open: Row[];
  seen: Row[];
  /** Conversations of the patients. */
  talking: Row[];
  toApply: Row[];
  toDecide: Row[];
  toClose: Row[];
  toReview: Row[];
  /** Accepted applications of pairs without bookings, which are limited, with a place of the specialist's agenda; and the specialists who keep one. */
  toBook: Row[];
  attending: Subject[];
  typed: Typed;
  /** The paths of pages of the directory. */
  paths: string[];
  /** The path of a script of the pages. */
  asset: string;
};

/** Agendas of the specialists whom these patients accepted, and of these specialists, with a place each. */
const AGENDAS = `with kines as (select m.kine_id from matches m join cases c on c.id = m.case_id
      where c.patient_id = any($1::uuid[]) and m.status = 'accepted' union select unnest($2::uuid[])),
    kept as (insert into agendas (kine_id) select kine_id from kines on conflict do nothing returning kine_id)
  insert into agenda_places (kine_id, modality, label, session_min) select kine_id, 'consultorio', 'Consultorio', 60 from kept`;

/**
 * An agenda of each specialist, open from 8 to 20, with BOOKINGS in even hours of the days around
 * today, of a patient whom nobody accepted where there is one; those of `fill` claim no time. */
const BOOKED = `
  delete from bookings;
  insert into agendas (kine_id) select user_id from user_roles where role = 'kine';
  update agendas set on_holidays = true;
  insert into agenda_places (kine_id, modality, label, session_min) select kine_id, 'consultorio', 'Consultorio', 60 from agendas;
  delete from availabilities;
  insert into availabilities (kine_id, weekday, start_time, end_time) select kine_id, d, '08:00', '20:00' from agendas, generate_series(0, 6) d;
  insert into bookings (match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by, created_at)
    select m.id, a.kine_id, p.id, t.local at time zone a.zone, 60, t.local, a.zone, 'confirmed', 'patient', now() - interval '2 days'
    from agendas a join agenda_places p using (kine_id)
      cross join lateral (select o.id from matches o join cases c on c.id = o.case_id where o.kine_id = a.kine_id
        order by exists (select from matches s join cases sc on sc.id = s.case_id where s.kine_id = a.kine_id and s.status = 'accepted'
          and sc.patient_id = c.patient_id) limit 1) m
      cross join generate_series(1, ceil(BOOKINGS::float8 / (select count(*) from agendas))::int) n
      cross join lateral (select (now() at time zone a.zone)::date + n - 20 + make_interval(hours => 8 + 2 * (n % 6)) as local) t;
  insert into booking_claims select b.id, b.place_id, booking_span(a.no, 0, b.starts_at, b.starts_at + interval '1 hour')
    from bookings b join agendas a using (kine_id) where b.starts_at > now() - interval '1 day'`;

/** Neither the specialist nor the patient of the case `c` blocked the other, since such a request would be refused. */
const withoutBlock = (kine: string) => `not exists (select from blocks b
  where (b.blocker_id, b.blocked_id) in ((${kine}, c.patient_id), (c.patient_id, ${kine})))`;

/** Fills the database, signs people in and collects rows for each kind of request. */
export async function prepare(url: string, databaseUrl: string, secret: string, scale: Scale): Promise<Subjects> {
  const stamp = randomInt(1e9);
  const members = Array.from({ length: SIGNING_IN }, (_, n) => like(cast.ana, `Ana Carga ${stamp + n}`));
  await Promise.all(members.map((member) => enter(url, member, "sign up")));
  const startedAt = Date.now();
  const { patients, kines, cases } = scale;
  await fill(databaseUrl, { patients, kines, cases, reviews: Math.min(100_000, cases / 5), applications: 6 });
  await live(databaseUrl);
  console.log(`${cases} cases made in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const client = new pg.Client({ connectionString: databaseUrl });
  // A step that fails stops the database: its error is reported, not the lost connection.
  client.on("error", () => undefined);
  await client.connect();
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await client.query<string[]>({ text, values, rowMode: "array" })).rows;
  const ids = async (text: string) => (await rowsOf(text)).map(([id]) => id ?? "");
  await client.query(`
    set session_replication_role = replica;
    update profiles set health_consent = (select version from consent_texts limit 1)
      where id in (select user_id from user_roles where role = 'patient');
    insert into user_roles select user_id, 'admin' from (
      select r.user_id from user_roles r join profiles p on p.id = r.user_id where role = 'patient' order by 1 desc limit ${ADMINS}) x;
    insert into admin_views (admin_id, entity_type, entity_id)
      select r.user_id, 'case', c.id from user_roles r, (select id from cases order by id desc limit 800) c where role = 'admin' on conflict do nothing;
    set session_replication_role = default`);
  const drawn = (text: string, count: number) =>
    ids(`select id from (${text}) x order by md5(id::text) limit ${count}`);
  const patientIds = await drawn("select distinct patient_id as id from cases where status <> 'closed'", PATIENTS);
  const profiles = await ids("select id from public_profiles order by md5(id::text) limit 5000");
  const tokens = await signIn(url, databaseUrl, secret);
  const [signedPatients, signedKines, admins] = await Promise.all([
    tokens.of(patientIds),
    tokens.of(profiles.slice(0, KINES)),
    tokens.of(await ids(`select user_id from user_roles where role = 'admin' order by 1 desc limit ${ADMINS}`)),
  ]);
  await tokens.close();
  await client.query(OLDER_SESSIONS);
  const byId = new Map([...signedPatients, ...signedKines].map((subject) => [subject.id, subject]));
  /** Rows of signed-in people; the first column is the person. */
  const rowsFor = async (text: string, people: Subject[]) =>
    (
      await rowsOf(
        `select * from (${text}) x where x.person = any($1::uuid[]) order by md5(x::text) limit ${scale.rows}`,
        [people.map(({ id }) => id)],
      )
    ).map(([id = "", ...others]): Row => ({ person: byId.get(id) ?? { id, session_id: "", token: "" }, ids: others }));
  const own = await rowsFor("select patient_id as person, id from cases", signedPatients);
  const toReview = await rowsFor("select patient_id as person, case_id, kine_id from reviews", signedPatients);
  await client.query("set session_replication_role = replica");
  await client.query("delete from reviews where case_id = any($1::uuid[])", [toReview.map(({ ids: [id] }) => id)]);
  await client.query("set session_replication_role = default");
  await client.query("set session_replication_role = replica");
  if (scale.bookings > 0) await client.query(BOOKED.replace("BOOKINGS", String(scale.bookings)));
  await client.query(AGENDAS, [signedPatients.map(({ id }) => id), signedKines.map(({ id }) => id)]);
  await client.query("set session_replication_role = default");
  await client.query("analyze");
  const asset = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text());
  const found: Subjects = {
    patients: signedPatients,
    kines: signedKines,
    admins,
    members: members.map(({ email, password }) => ({ email, password })),
    cases: await drawn("select id from cases", 5_000),
    profiles,
    own,
    open: await rowsFor("select patient_id as person, id from cases where status = 'open'", signedPatients),
    seen: await rowsFor("select kine_id as person, case_id from matches", signedKines),
    talking: await rowsFor(
      "select c.patient_id as person, m.id from matches m join cases c on c.id = m.case_id",
      signedPatients,
    ),
    toApply: await rowsFor(
      `select k.id as person, c.id from (
          select id, patient_id, row_number() over (order by md5(id::text)) as n from cases c
            where status = 'open' and not exists (select from matches m where m.case_id = c.id)) c
        join unnest($1::uuid[]) with ordinality k (id, n) on k.n = 1 + c.n % cardinality($1)
        where ${withoutBlock("k.id")}`,
      signedKines,
    ),
    toDecide: await rowsFor(
      `select distinct on (c.id) c.patient_id as person, m.id from cases c join matches m on m.case_id = c.id where c.status = 'open' and m.status = 'proposed' and ${withoutBlock("m.kine_id")}`,
      signedPatients,
    ),
    toClose: await rowsFor("select patient_id as person, id from cases where status = 'matched'", signedPatients),
    toReview,
    toBook: await rowsFor(
      `select c.patient_id as person, m.id, p.id, m.kine_id from matches m join cases c on c.id = m.case_id join agenda_places p on p.kine_id = m.kine_id
        where can_book(m.id) and not exists (select from bookings b join matches o on o.id = b.match_id join cases oc on oc.id = o.case_id
          where b.kine_id = m.kine_id and oc.patient_id = c.patient_id)`,
      signedPatients,
    ),
    attending: signedKines,
    typed: await typedIn(client),
    paths: await pathsOf(url),
    asset: asset?.[1] ?? asset?.[2] ?? "/favicon.svg",
  };
  await client.query("select recount()");
  await client.query("vacuum analyze");
  await client.end();
  return found;
}

/** Opens sessions and issues their tokens, as a sign-in does; sign-ins themselves take 40 ms each. */
async function signIn(url: string, databaseUrl: string, secret: string) {
  const { db, tokenOf } = await openIssuer(url, databaseUrl, secret);
  return {
    async of(people: string[]): Promise<Subject[]> {
      const sessions = await db
        .insertInto("auth.sessions")
        .values(people.map((user_id) => ({ user_id })))
        .returningAll()
        .execute();
      return Promise.all(
        sessions.map(async (session) => ({
          id: session.user_id,
          session_id: session.id,
          token: await tokenOf(session),
        })),
      );
    },
    close: () => db.destroy(),
  };
}

async function openIssuer(url: string, databaseUrl: string, secret: string) {
  const { db } = openDatabase(databaseUrl, { max: 2, onError: () => undefined });
  const issuer = `${readSettings({ PORT: new URL(url).port }).publicUrl}/auth/v1`;
  const issued = openAccessTokens(await openSigningKeys(db, secret), issuer, Date);
  const tokenOf = async (session: object) =>
    (await issued.issue({ ...session, proofs: [], read_at: new Date() } as Partial<Session> as Session)).access_token;
  return { db, tokenOf };
}

/** Renews the subjects' tokens, also of a stored folder, before they expire: `renew` is called before each measured procedure. */
export async function openRenewal(url: string, databaseUrl: string, secret: string, subjects: Subjects) {
  const { db, tokenOf } = await openIssuer(url, databaseUrl, secret);
  const { patients, kines, admins, attending, own, open, seen, talking, toApply, toDecide, toClose, toReview, toBook } =
    subjects;
  const rows = [own, open, seen, talking, toApply, toDecide, toClose, toReview, toBook].flat();
  const people = [...patients, ...kines, ...admins, ...attending, ...rows.map(({ person }) => person)];
  let renewedAt = 0;
  return {
    async renew() {
      if (Date.now() - renewedAt < RENEWED_MS) return;
      renewedAt = Date.now();
      const sessions = await db.selectFrom("auth.sessions").selectAll().where("ended_at", "is", null).execute();
      const known = new Set(people.map(({ session_id }) => session_id));
      const tokens = new Map<string, string>();
      for (const session of sessions) if (known.has(session.id)) tokens.set(session.id, await tokenOf(session));
      for (const person of people) person.token = tokens.get(person.session_id) ?? "";
    },
    close: () => db.destroy(),
  };
}
