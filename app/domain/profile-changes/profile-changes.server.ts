import { sql } from "kysely";
import { z } from "zod";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { adminReads, routineAdmin } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { settlePast } from "../departures/answer.server.ts";
import { Departure, departuresOf } from "../departures/departures.server.ts";
import { Past } from "../departures/past.ts";
import { SameLicence, sameLicencesOf } from "../kine-applications/same-licence.server.ts";
import { Rejection } from "../kine-applications/kine-application-input.ts";
import { type Standing, STANDINGS } from "../licences/licence.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { changeWasDecided } from "./course.server.ts";

const text = z.string().nullable();
const Changes = pageOf(
  z.strictObject({
    id: z.uuid(),
    kine_id: z.uuid(),
    asked_at: z.date(),
    email: z.string(),
    photo_url: text,
    /** The standing of the profile's licence today. */
    standing: z.enum(STANDINGS).nullable(),
    name: z.string(),
    license_number: text,
    specialty: text,
    asked_name: z.string(),
    asked_license_number: text,
    asked_specialty: text,
    /** The code of the jurisdiction that a check of the asked licence would be for; null when nothing says it. */
    license_jurisdiction: text,
    /** Whether the asked licence names a number, which a check needs. */
    is_license_read: z.boolean(),
    /** The checked licences besides the profile's, which a new name leaves unchecked. */
    other_checked: z.int(),
    departures: z.array(Departure),
    same_licence: z.array(SameLicence),
  }),
);
const Decided = z.strictObject({ status: z.enum(["approved", "rejected"]) });

/** Pending changes, each with the public values, newest first, 20 a page from `before`. */
export const list = adminReads
  .meta({ summary: "Lists changes to specialists' profiles, undecided ones first." })
  .input(z.object({ before: z.uuid().nullish() }).default({}))
  .output(Changes)
  .handler(async ({ input: { before }, context: { db, services } }) => {
    const { items, next } = asPage(await page.all(db, { before: before ?? undefined }));
    const ids = items.map(({ kine_id }) => kine_id);
    const [departures, sameLicences] = await Promise.all([
      departuresOf(db, services.settings.secret, ids),
      sameLicencesOf(db, ids),
    ]);
    const known = (id: string) => ({ departures: departures.get(id) ?? [], same_licence: sameLicences.get(id) ?? [] });
    return { items: items.map((item) => ({ ...item, ...known(item.kine_id) })), next };
  });

/** The changes that wait, with the licences that they are about. */
const asked = (db: Database) =>
  db
    .selectFrom("profile_changes as c")
    .innerJoin("profiles as p", "p.id", "c.kine_id")
    .select([
      "p.license_number",
      "c.license_number as asked_license_number",
      sql<string | null>`coalesce((licence_value(c.license_number)).jurisdiction, (select l.jurisdiction from licences l
        where l.kine_id = p.id and l.is_first and l.value_number = licence_value_number(c.license_number)
          and (c.license_number = p.license_number or (licence_value(c.license_number)).kind = 'MP' and l.kind = 'MP')))`.as(
        "license_jurisdiction",
      ),
      sql<boolean>`coalesce(is_licence_read(c.license_number), false)`.as("is_license_read"),
    ])
    .where("c.rejected_at", "is", null);

const page = prepared("profileChanges.list", (db, { before }: { before?: string | undefined }) => {
  let query = asked(db).select([
    "c.id",
    "c.kine_id",
    "c.asked_at",
    "p.email",
    "p.photo_url",
    sql<Standing | null>`(select licence_standing(l.state, l.checked_at) from licences l
        where l.kine_id = p.id and l.is_first)`.as("standing"),
    "p.name",
    "p.specialty",
    "c.name as asked_name",
    "c.specialty as asked_specialty",
    sql<number>`(select count(*)::int from licences l where l.kine_id = p.id and not l.is_first and l.state = 'verified')`.as(
      "other_checked",
    ),
  ]);
  if (before) query = query.where("c.id", "<", before);
  return query.orderBy("c.id", "desc").limit(PAGE_AND_ONE);
});

type Deciding = { transaction: IdempotentWrites["transaction"]; viewer: Viewer; services: Pick<Services, "settings"> };

/** The licences that an approving admin read: the public one, the asked one, and where a check of it would be for. */
const Read = z.object({
  license_number: z.string().max(60).nullable(),
  asked_license_number: z.string().max(60).nullable(),
  license_jurisdiction: z.string().max(2).nullable(),
});
type Decision = {
  id: string;
  reason?: string | null;
  is_checked?: boolean;
  read?: z.output<typeof Read> | undefined;
  past?: Past;
};

function decide({ transaction, viewer, services }: Deciding, approved: boolean, decision: Decision) {
  const { id, reason = null, is_checked = false, read, past } = decision;
  return transaction(async (tx) => {
    // The profile before its change, as the specialist's own edits lock them.
    await lockProfile.run(tx, { id });
    const change = await asked(tx).select("c.kine_id").where("c.id", "=", id).forUpdate("c").executeTakeFirst();
    if (!change) throw new AppError("APPLICATION_DECIDED");
    const { kine_id } = change;
    if (approved) {
      mustBeAsRead(change, { read, is_checked });
      await publishChange.run(tx, { id, is_checked: String(is_checked) });
      await tx.deleteFrom("profile_changes").where("id", "=", id).execute();
      await settlePast(tx, { ...viewer, secret: services.settings.secret }, kine_id, past);
    } else await rejectChange.run(tx, { id, reason });
    await recordEvent(tx, {
      event: "profile_change_decided",
      user_id: kine_id,
      actor_id: viewer.id,
      session_id: viewer.session_id,
      reason,
    });
    await changeWasDecided(tx, kine_id, approved);
    return { status: approved ? ("approved" as const) : ("rejected" as const) };
  });
}

const DEFERRED = { isDeferred: true } as const;

const lockProfile = prepared(
  "profileChanges profile",
  (_, { id }: { id: string }) =>
    sql`select from profiles where id = (select kine_id from profile_changes where id = ${id}::uuid) for no key update`,
  DEFERRED,
);

const publishChange = prepared(
  "profileChanges.approve",
  (_, { id, is_checked }: { id: string; is_checked: string }) => sql`
    update profiles p
      set name = c.name, license_number = c.license_number, specialty = c.specialty,
        license_checked_at = case
          when c.license_number is null then null
          when ${is_checked}::boolean then clock_timestamp()
          when (p.name, p.license_number) is not distinct from (c.name, c.license_number) then p.license_checked_at
        end
      from profile_changes c where c.id = ${id}::uuid and p.id = c.kine_id`,
);

const rejectChange = prepared(
  "profileChanges.reject",
  (_, { id, reason }: { id: string; reason: string | null }) =>
    sql`update profile_changes set rejected_at = now(), rejection_reason = nullif(btrim(${reason}::text), '') where id = ${id}::uuid`,
);

type Change = {
  license_number: string | null;
  asked_license_number: string | null;
  license_jurisdiction: string | null;
};

/**
 * Throws PROFILE_CHANGED where a licence is another than the admin read, or a check would be for another province, LICENSE_UNREAD where it has no number that
 * they could have looked up.
 */
function mustBeAsRead(
  now: Change & { is_license_read: boolean },
  { read, is_checked }: { read: Decision["read"]; is_checked: boolean },
) {
  const isOther =
    read &&
    (now.license_number !== read.license_number ||
      now.asked_license_number !== read.asked_license_number ||
      (is_checked && now.license_jurisdiction !== read.license_jurisdiction));
  if (isOther)
    throw new AppError("PROFILE_CHANGED", "La matrícula cambió mientras mirabas el cambio. Miralo de nuevo.");
  if (is_checked && now.asked_license_number !== null && !now.is_license_read) throw new AppError("LICENSE_UNREAD");
}

/**
 * Publishes a change. A badge stays with an unchanged name and licence; another one needs `is_checked`: the admin looked it up. Of a new name that
 * is the only check.
 */
export const approve = routineAdmin
  .meta({
    summary: "Publishes a change to a specialist's profile, with or without a check of the licence.",
    refuses: [
      "NOT_FOUND",
      "APPLICATION_DECIDED",
      "LICENSE_TAKEN",
      "LICENSE_UNREAD",
      "PAST_UNANSWERED",
      "PROFILE_CHANGED",
    ],
    writes: "once",
  })
  .input(z.object({ id: z.uuid(), read: Read.optional(), past: Past, is_checked: z.boolean().default(false) }))
  .output(Decided)
  .handler(({ input, context }) => decide(context, true, input));

/** Rejects a change, with an optional reason for the specialist. */
export const reject = routineAdmin
  .meta({
    summary: "Rejects a change to a specialist's profile.",
    refuses: ["NOT_FOUND", "APPLICATION_DECIDED"],
    writes: "once",
  })
  .input(Rejection)
  .output(Decided)
  .handler(({ input, context }) => decide(context, false, input));
