import { sql } from "kysely";
import { z } from "zod";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { isConfirmed } from "../accounts/account-list.server.ts";
import { Departure, departuresOf } from "../departures/departures.server.ts";
import { SameLicence, sameLicencesOf } from "../kine-applications/same-licence.server.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { settingFrom } from "../settings/settings-input.ts";
import { type LICENCE_KINDS, LICENCE_STATES } from "./licence.ts";
import { mustBeAboutOthers } from "../moderation/not-own.server.ts";
import { type Finding, storeFinding } from "./finding.server.ts";
import { Doubt, Verification } from "./licence-input.ts";
import { dayOf, LicenceFields, standing } from "./licences.server.ts";
import { writeNumber } from "./write-number.server.ts";

/** The time at which a licence is due, in microseconds since 1970, and its id. */
const CURSOR = /^\d{1,17}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const text = z.string().nullable();
const Queue = pageOf(
  z.strictObject({
    ...LicenceFields,
    kine_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    is_confirmed: z.boolean(),
    photo_url: text,
    location_city: text,
    declared_at: z.date(),
    /** Whether its text names a number. An admin writes it where not. */
    is_read: z.boolean(),
    same_licence: z.array(SameLicence),
    /** Whether the specialist holds sessions in a place without a licence of its jurisdiction. */
    has_gap: z.boolean(),
    evidence_url: text,
    departures: z.array(Departure),
  }),
).extend({ register_url: z.string() });

/**
 * Licences due for a check, doubtful ones first, then by due time, 20 a page from `after`, with the address of the public register. The
 * cursor holds the due time besides the id, since a decision changes that time.
 */
export const queue = adminReads
  .meta({ summary: "Lists licences that are due for a check." })
  .input(z.object({ after: z.string().regex(CURSOR).nullish() }).default({}))
  .output(Queue)
  .handler(async ({ input: { after }, context: { db, services, viewer } }) => {
    const [moment, id] = after?.split("_") ?? [];
    const [rows, register] = await Promise.all([due.all(db, { moment, id }), registerUrl.first(db, {})]);
    const { items, next } = asPage(rows);
    const { settings, clock } = services;
    const [departures, sameLicences] = await Promise.all([
      departuresOf(db, settings.secret, [...new Set(items.map(({ kine_id }) => kine_id))]),
      sameLicencesOf(
        db,
        items.map((licence) => licence.id),
      ),
    ]);
    return {
      next: next && `${items.at(-1)?.moment}_${next}`,
      register_url: settingFrom("register_url", register?.value),
      items: items.map(({ evidence_path, moment: _moment, ...licence }) => ({
        ...licence,
        departures: departures.get(licence.kine_id) ?? [],
        same_licence: sameLicences.get(licence.id) ?? [],
        evidence_url:
          evidence_path === null
            ? null
            : signLink(
                settings.secret,
                `/files/licence-evidence/${evidence_path}`,
                viewer.session_id ?? "",
                clock.now(),
              ),
      })),
    };
  });

const due = prepared(
  "licences.queue",
  (db, { moment, id }: { moment?: string | undefined; id?: string | undefined }) => {
    let query = db
      .selectFrom("licences as l")
      .innerJoin("profiles as p", "p.id", "l.kine_id")
      .leftJoin("places as at", "at.slug", "p.place_slug")
      .select([
        "l.id",
        "l.kine_id",
        sql<(typeof LICENCE_KINDS)[number] | null>`l.kind`.as("kind"),
        "l.jurisdiction",
        "l.number",
        "l.is_first",
        "l.declared_at",
        sql<boolean>`is_licence_read(l.number)`.as("is_read"),
        "l.evidence_at",
        "l.evidence_path",
        sql<string>`(extract(epoch from l.recheck_at) * 1000000)::bigint::text`.as("moment"),
        standing.as("standing"),
        dayOf("l.checked_at").as("checked_on"),
        "p.name",
        "p.email",
        isConfirmed("p.id"),
        "p.photo_url",
        "p.location_city",
        sql<boolean>`coalesce(p.modalities ~* 'consultorio|domicilio' and at.jurisdiction is not null
        and not may_practise(p.id, at.jurisdiction, 'consultorio'), false)`.as("has_gap"),
      ])
      .where(sql<boolean>`l.recheck_at <= now()`)
      .where("p.approval_status", "=", "approved")
      .where("p.suspended_at", "is", null)
      .where(sql<boolean>`exists (select from user_roles r where r.user_id = l.kine_id and r.role = 'kine')`);
    if (moment && id)
      query = query.where(
        sql<boolean>`(l.recheck_at, l.id) > (to_timestamp(0) + ${moment}::bigint * interval '1 microsecond', ${id}::uuid)`,
      );
    return query.orderBy("l.recheck_at").orderBy("l.id").limit(PAGE_AND_ONE);
  },
);

const registerUrl = prepared("licences.register", (db) =>
  db.selectFrom("settings").select("value").where("key", "=", "register_url"),
);

const Decided = z.strictObject({ state: z.enum(LICENCE_STATES) });
type Deciding = { transaction: IdempotentWrites["transaction"]; viewer: Viewer; services: Pick<Services, "settings"> };

/** Stores an admin's finding about a licence that is not withdrawn. Locks its specialist first, as the other procedures do. */
function decide(
  { transaction, viewer, services }: Deciding,
  id: string,
  { read, ...finding }: Finding & { evidence_at?: string | null | undefined; read?: { name: string } | undefined },
) {
  return transaction(async (tx) => {
    const { rows } = await sql<{
      id: string;
      name: string;
    }>`select id, name from profiles where id = (select kine_id from licences where id = ${id}) for no key update`.execute(
      tx,
    );
    mustBeAboutOthers(viewer, [rows[0]?.id]);
    if (read && rows[0] && rows[0].name !== read.name)
      throw new AppError("PROFILE_CHANGED", "El nombre cambió mientras mirabas la matrícula. Mirala de nuevo.");
    if (finding.method === "evidence") await mustBeShown(tx, id, finding.evidence_at ?? null);
    const { secret } = services.settings;
    const { number } = finding;
    const unread = number ? await writeNumber(tx, secret, id, { ...finding, number }) : null;
    if (unread) return { state: unread };
    if (!(await storeFinding(tx, { ...viewer, secret }, id, finding))) throw new AppError("NOT_FOUND");
    return { state: finding.state };
  });
}

/** Throws PROFILE_CHANGED when the evidence of a licence is no longer the file uploaded at `evidenceAt`. */
async function mustBeShown(tx: Tx, id: string, evidenceAt: string | null) {
  const changed = await tx
    .selectFrom("licences")
    .select("id")
    .where("id", "=", id)
    .where("state", "<>", "withdrawn")
    // The API returned this time in whole milliseconds.
    .where(sql<boolean>`coalesce(abs(extract(epoch from evidence_at - ${evidenceAt}::timestamptz)) >= 0.001, true)`)
    .forUpdate()
    .executeTakeFirst();
  if (changed) throw new AppError("PROFILE_CHANGED", "La constancia cambió mientras la mirabas. Abrila de nuevo.");
}

/** Verifies a licence as of now; its badge shows the day. A number that somebody else had is only written, and the admin reads who first. A verification by evidence names the upload time of the file that the admin saw. */
export const verify = routineAdmin
  .meta({
    summary: "Verifies a specialist's licence.",
    refuses: ["NOT_FOUND", "LICENSE_TAKEN", "LICENSE_UNREAD", "PAST_UNANSWERED", "OWN_ACCOUNT", "PROFILE_CHANGED"],
    writes: "once",
  })
  .input(Verification)
  .output(Decided)
  .handler(({ input: { id, ...found }, context }) =>
    decide(context, id, { state: "verified", reason: null, ...found }),
  );

/** Removes a licence's badge until the licence is checked. */
export const doubt = routineAdmin
  .meta({ summary: "Marks a specialist's licence as doubtful.", refuses: ["NOT_FOUND", "OWN_ACCOUNT"], writes: "once" })
  .input(Doubt)
  .output(Decided)
  .handler(({ input: { id, reason }, context }) => decide(context, id, { state: "doubtful", reason }));

/** Records that a licence is inactive in its register. */
export const deactivate = routineAdmin
  .meta({ summary: "Marks a specialist's licence as inactive.", refuses: ["NOT_FOUND", "OWN_ACCOUNT"], writes: "once" })
  .input(Doubt)
  .output(Decided)
  .handler(({ input: { id, reason }, context }) => decide(context, id, { state: "inactive", reason }));
