import { Readable } from "node:stream";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { adminReads, provenAdmin, requireRole } from "../../api/guards.server.ts";
import { whileAllowed } from "../../api/judge-again.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import { toTsQuery } from "../lists/listing.ts";
import { ORDERS } from "../lists/search-and-order.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { csvLine } from "../downloads/csv.ts";

const Filter = z.object({ event: z.string().max(60).nullish(), search: z.string().trim().max(254).nullish() });
const EventListing = Filter.extend({
  order: z.enum(ORDERS).default("newest"),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullish(),
});
type EventListing = z.output<typeof EventListing>;

const text = z.string().nullable();
const Events = pageOf(
  z.strictObject({
    id: z.string(),
    at: z.date(),
    event: z.string(),
    actor_id: z.uuid().nullable(),
    actor_name: text,
    subject_id: z.uuid().nullable(),
    subject_name: text,
    has_actor: z.boolean(),
    has_subject: z.boolean(),
    reason: text,
    device: text,
    network: text,
  }),
);

const CSV_PAGE = 1000;
const FILE = "auditoria.csv";

/** Audit events, filtered by type and by name, e-mail or phone of subject or actor; names are included only while the accounts exist. */
function eventsOf(db: Database, { event, search, order, after }: EventListing) {
  const direction = order === "newest" ? "desc" : "asc";
  let query = db
    .selectFrom("auth.audit_events as e")
    .leftJoin("auth.users as by", "by.audit_id", "e.actor")
    .leftJoin("profiles as actor", "actor.id", "by.id")
    .leftJoin("auth.users as of", "of.audit_id", "e.subject")
    .leftJoin("profiles as subject", "subject.id", "of.id")
    .leftJoin("auth.audit_reasons as r", "r.event_id", "e.id")
    .select([
      sql<string>`e.id::text`.as("id"),
      "e.at",
      "e.event",
      "actor.id as actor_id",
      "actor.name as actor_name",
      "subject.id as subject_id",
      "subject.name as subject_name",
      sql<boolean>`e.actor is not null`.as("has_actor"),
      sql<boolean>`e.subject is not null`.as("has_subject"),
      "r.reason",
      "e.device",
      sql<string | null>`e.network::text`.as("network"),
    ]);
  if (event) query = query.where("e.event", "=", event);
  if (search) query = query.where(isAbout(search));
  if (after) query = query.where("e.id", order === "newest" ? "<" : ">", after);
  return query.orderBy("e.id", direction);
}

/** The most people whom a search means. */
const MOST_MEANT = 1_000;

/**
 * Whether an event is by or about the people whom a search means: the one with the whole e-mail; else those whom a search of people finds, by an @
 * only those whose e-mail has the text.
 */
function isAbout(search: string): RawBuilder<boolean> {
  const words = toTsQuery(search);
  const email = search.toLowerCase();
  const isInEmail = search.includes("@") ? sql`position(${email} in w.email) > 0` : sql`true`;
  // One look by the index for each person: the planner would rather read all accounts.
  const found = sql`select (select audit_id from auth.users where id = p.id) as audit_id
    from (select w.id from profiles w where w.search @@ ${words}::tsquery and ${isInEmail}
      and not exists (select from auth.users where email = ${email}) limit ${MOST_MEANT}) p`;
  const people = sql`select audit_id from auth.users where email = ${email} ${words === null ? sql`` : sql`union all ${found}`}`;
  return sql<boolean>`e.id in (with meant as materialized (${people})
    select id from auth.audit_events where subject in (select audit_id from meant)
    union select id from auth.audit_events where actor in (select audit_id from meant))`;
}

/** The audit log, 20 a page from `after` (an event's id); `search` is a name, phone or part of an e-mail. */
export const list = adminReads
  .meta({ summary: "Lists audit events." })
  .input(EventListing)
  .output(Events)
  .handler(async ({ input, context: { db } }) => {
    const { event, search, order, after } = input;
    if (event || search) return asPage(await eventsOf(db, input).limit(PAGE_AND_ONE).execute());
    return asPage(await pages[order].all(db, { after: after ?? undefined }));
  });

const pageIn = (order: EventListing["order"]) =>
  prepared(`audit.list ${order}`, (db, { after }: { after?: string | undefined }) =>
    eventsOf(db, { order, after }).limit(PAGE_AND_ONE),
  );
const pages = { newest: pageIn("newest"), oldest: pageIn("oldest") };

/** Creates a link to all matching events as CSV, valid for five minutes in this session; the export itself is recorded. */
export const csv = provenAdmin
  .meta({
    summary: "Returns a link to audit events as CSV.",
    writes: { unkeyed: "a link is a secret of five minutes" },
  })
  .input(Filter)
  .output(z.strictObject({ url: z.string() }))
  .handler(async ({ input, context: { db, viewer, services } }) => {
    await db
      .transaction()
      .execute((tx) => recordEvent(tx, { event: "audit_exported", user_id: viewer.id, session_id: viewer.session_id }));
    const asked = Buffer.from(JSON.stringify(input)).toString("base64url");
    return {
      url: signLink(
        services.settings.secret,
        `/files/audit/${asked}/${FILE}`,
        viewer.session_id ?? "",
        services.clock.now(),
      ),
    };
  });

/** The CSV lines of an export link, while its admin is one. Throws as `requireRole` for anyone but an admin. */
export async function openAuditCsv(
  { db }: Services,
  viewer: Viewer,
  encodedFilter: string,
): Promise<ReadableStream<Uint8Array>> {
  requireRole(viewer, "admin");
  const filter = Filter.parse(JSON.parse(Buffer.from(encodedFilter, "base64url").toString()));
  const lines = whileAllowed(db, viewer, linesOf(db, filter), "admin");
  return Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>;
}

async function* linesOf(db: Database, filter: z.output<typeof Filter>) {
  yield Buffer.from(`\uFEFF${csvLine(["id", "cuando", "que", "quien", "a_quien", "motivo", "dispositivo", "red"])}`);
  for (let after: string | null = null; ;) {
    const rows = await eventsOf(db, { ...filter, order: "oldest", after })
      .limit(CSV_PAGE)
      .execute();
    yield Buffer.from(
      rows
        .map((e) =>
          csvLine([e.id, e.at.toISOString(), e.event, e.actor_name, e.subject_name, e.reason, e.device, e.network]),
        )
        .join(""),
    );
    if (rows.length < CSV_PAGE) return;
    after = rows.at(-1)?.id ?? null;
  }
}
