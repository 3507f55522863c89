import { type Expression, type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Role } from "../../shared/roles.ts";
import { ownPage } from "../../domain/cases/cases.server.ts";
import { offeredPage } from "../../domain/cases/offered-cases.server.ts";
import { Cursor } from "../../domain/lists/listing.ts";
import { PAGE } from "../../domain/lists/pages.server.ts";
import { NewMatch } from "../../domain/matches/match.ts";
import { newMatch } from "../../domain/matches/matches.server.ts";
import { ById, profileSeenBy } from "../../domain/profiles/profiles.server.ts";
import { fingerprintOf } from "../../api/idempotency.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { type Ask, prepare, prepareBatched } from "../../platform/database/prepared-statements.server.ts";
import { requireMember, requireRole } from "../../api/guards.server.ts";
import { viewerOf, type Viewer } from "../../api/viewer.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import type { Services } from "../../api/services.server.ts";

type Claims = { session_id: string; user_id: string };
/** The idempotency key or null, and the raw input. */
type Asked = { key: string | null; sent: unknown };
/** A call with a shorter route than its procedure. */
export type FastRoute = {
  procedure: string;
  input: z.ZodType;
  /** The answer's text, or null to fall back to the procedure. Throws AppError when it has written nothing. */
  answer(claims: Claims | null, input: unknown, asked: Asked): Promise<string | null>;
};
type Own = Pick<Viewer, "id">;
type PublicReads = Pick<Services, "db" | "ask" | "replica">;

/**
 * Fast routes of the most frequent calls, by path. One statement reads the viewer and the data, and PostgreSQL serialises the
 * answer. The guards of the procedures authorise it, on the viewer as read by that statement.
 */
export function fastRoutes(services: Services): Map<string, FastRoute> {
  const {
    db,
    ask,
    settings: { secret },
  } = services;
  const routes: FastRoute[] = [
    { procedure: "profiles.publicProfile", input: ById, answer: profile(services) },
    { procedure: "cases.available", input: Cursor, answer: page(db, ask, "cases.available", "kine", offeredPage) },
    { procedure: "cases.mine", input: Cursor, answer: page(db, ask, "cases.mine", "patient", ownPage) },
    { procedure: "matches.apply", input: NewMatch, answer: application(db, ask, secret) },
  ];
  return new Map(routes.map((route) => [`/rpc/${route.procedure.replace(".", "/")}`, route]));
}

const who = (db: Database, slot: (name: "session" | "viewer") => string) =>
  viewerOf(db, { session_id: slot("session"), user_id: slot("viewer") });

type Page = (db: Database, viewer: Own, onward: Cursor) => Expression<object>;

/** A paginated list; each row has a creation time. */
function page(db: Database, ask: Ask, name: string, role: Role, rows: Page): FastRoute["answer"] {
  const statement = (isFirst: boolean) =>
    prepareBatched<"session" | "viewer" | "before">(
      db,
      `${name}${isFirst ? "" : " onward"}`,
      (slot) => sql`
    select row_to_json(viewer)::text, page.* from (${who(db, slot)}) viewer, lateral (
      select (json_agg(found.r) filter (where found.n <= ${PAGE}))::text, least(count(*), ${PAGE})::text,
        case when count(*) > ${PAGE} then (array_agg(found.id))[${PAGE}]::text end
      from (select r, r.id, row_number() over () as n
        from (${rows(db, { id: slot("viewer") }, { before: isFirst ? null : slot("before") })}) r) found) page`,
    );
  const [first, onward] = [statement(true), statement(false)];
  const moments = momentsAt((row) => ["items", row, "created_at"]);
  return async (claims, input) => {
    if (!claims) return null;
    const { before = null } = input as Cursor;
    const values = { session: claims.session_id, viewer: claims.user_id, before };
    const [viewer, items, count, next] = await ask(before === null ? first : onward, values);
    requireRole(requireMember(viewerFrom(viewer, claims)), role);
    return `{"json":{"items":${items ?? "[]"},"next":${next ? `"${next}"` : "null"}}${moments(Number(count))}}`;
  };
}

/** Reads a public profile as an anonymous caller sees it; null when it does not exist. */
export function anonymousProfile(services: PublicReads): (id: string) => Promise<string | null> {
  const statement = prepareBatched<"id">(
    services.db,
    "profiles.publicProfile",
    (slot) => sql`
    select row_to_json(found)::text, json_array_length(found.reviews)::text from (${profileSeenBy(services.db, null, { id: slot("id") })}) found`,
  );
  return (id) =>
    readPublicly(services, async ({ ask }) => {
      const [json, count] = await ask(statement, { id });
      return json ? `{"json":${json}${momentsOfReviews(Number(count))}}` : null;
    });
}

const momentsOfReviews = momentsAt((row) => ["reviews", row, "created_at"]);

/** A public profile, for a member or an anonymous caller. */
function profile(services: PublicReads): FastRoute["answer"] {
  const { db, ask } = services;
  const anonymous = anonymousProfile(services);
  const statement = prepareBatched<"session" | "viewer" | "id">(
    db,
    "profiles.publicProfile of somebody",
    (slot) => sql`
    select row_to_json(viewer)::text, row_to_json(found)::text, json_array_length(found.reviews)::text
    from (${who(db, slot)}) viewer left join lateral (${profileSeenBy(db, { id: slot("viewer") }, { id: slot("id") })}) found on true`,
  );
  return async (claims, input) => {
    const { id } = input as z.output<typeof ById>;
    if (!claims) return anonymous(id);
    const [viewer, json, count] = await ask(statement, { session: claims.session_id, viewer: claims.user_id, id });
    requireMember(viewerFrom(viewer, claims));
    return json ? `{"json":${json}${momentsOfReviews(Number(count))}}` : null;
  };
}

/**
 * An application to a case. Authorise before the write; it cannot be undone. The same statement stores the answer for the
 * idempotency key, and fails as a whole if the key was used. It inserts the key before the application, as procedures do, so
 * two requests with one key cannot deadlock.
 */
function application(db: Database, ask: Ask, secret: string): FastRoute["answer"] {
  const person = prepareBatched<"session" | "viewer">(
    db,
    "viewer",
    (slot) => sql`
    select row_to_json(viewer)::text from (${who(db, slot)}) viewer`,
  );
  type Slot = (name: "viewer" | "case_id" | "message") => string;
  const made = (slot: Slot, given: { id?: RawBuilder<string> } = {}) =>
    newMatch(db, { id: slot("viewer") }, { case_id: slot("case_id"), message: slot("message"), ...given });
  const plain = prepare<"viewer" | "case_id" | "message">(
    db,
    "matches.apply",
    (slot) => sql`
    with made as (${made(slot)}) select row_to_json(made)::text from made`,
  );
  const once = prepare<"viewer" | "case_id" | "message" | "key" | "fingerprint">(
    db,
    "matches.apply once",
    (slot) => sql`
    with kept as (
      insert into done_requests (person_id, key, fingerprint, answer)
      values (${slot("viewer")}, ${slot("key")}, decode(${slot("fingerprint")}, 'hex'), jsonb_build_object('id', uuid_v7(), 'status', 'proposed'))
      returning (answer ->> 'id')::uuid as id
    ), made as (${made(slot, { id: sql<string>`(select id from kept)` })})
    select row_to_json(made)::text from made`,
  );
  return async (claims, input, { key, sent }) => {
    if (!claims) return null;
    const fingerprint = fingerprintOf(secret, key, ["matches.apply", sent ?? null])?.toString("hex");
    if (key !== null && !fingerprint) return null;
    const [text] = await ask(person, { session: claims.session_id, viewer: claims.user_id });
    const viewer = requireMember(viewerFrom(text, claims));
    requireRole(viewer, "kine");
    const values = { viewer: viewer.id, ...(input as NewMatch) };
    const [json] = fingerprint ? await ask(once, { ...values, key, fingerprint }) : await ask(plain, values);
    return `{"json":${json}}`;
  };
}

/** The viewer that the statement read. Throws when the row is of another session, whose answer must not leak. */
function viewerFrom(text: string | null | undefined, { session_id }: Claims): Viewer | null {
  const viewer = text ? (JSON.parse(text) as Viewer) : null;
  if (viewer && viewer.session_id !== session_id) throw new Error("an answer to somebody else");
  return viewer;
}

/** Builds the metadata that marks dates in an answer, by its number of rows. */
function momentsAt(path: (row: number) => (string | number)[]): (count: number) => string {
  const DATE = 1;
  const metadata = [""];
  return (count) =>
    (metadata[count] ??= `,"meta":${JSON.stringify(Array.from({ length: count }, (_, row) => [DATE, ...path(row)]))}`);
}
