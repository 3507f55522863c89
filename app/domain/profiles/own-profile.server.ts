import { sql } from "kysely";
import { z } from "zod";
import type { Conflict } from "../licences/licence-holder.server.ts";
import { member, memberReads, requireKineOrApplicant, requireRole } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { pausedUntil } from "../pauses/pauses.server.ts";
import { askForReview } from "../profile-changes/own-change.server.ts";
import { authorWasRenamed } from "../reviews/course.server.ts";
import { reportedWasEdited } from "../reports/course.server.ts";
import { isOfKines, KineProfile, type PersonProfile, profileColumns, ProfileUpdate } from "./own-profile-input.ts";
import { notePhoneListed } from "./note-phone.server.ts";
import { tellOfPhone } from "./tell-of-phone.server.ts";
import { OwnProfile, ProfileSaved } from "./profile-output.server.ts";

const ownColumns = [
  "p.id",
  "p.name",
  "p.email",
  "p.phone",
  "p.birth_date",
  "p.location_city",
  "p.photo_url",
  "p.specialty",
  "p.price_range",
  "p.modalities",
  "p.bio",
  "p.phone_listed",
  "p.version",
] as const;

/** The viewer's own profile with its public values; `birth_date` is yyyy-mm-dd. `change` is the pending or rejected change. */
export const mine = memberReads
  .meta({ summary: "Returns the caller's profile." })
  .output(OwnProfile)
  .handler(async ({ context: { db, viewer } }) => {
    const found = await ownProfile.first(db, { viewer: viewer.id });
    // The account has been deleted meanwhile.
    if (!found) throw new AppError("NOT_SIGNED_IN");
    const { asked_name, asked_license_number, asked_specialty, asked_at, rejected_at, rejection_reason, ...profile } =
      found;
    const change =
      asked_at === null || asked_name === null
        ? null
        : {
            name: asked_name,
            license_number: asked_license_number,
            specialty: asked_specialty,
            asked_at,
            rejected_at,
            rejection_reason,
          };
    return { ...profile, birth_date: profile.birth_date && String(profile.birth_date), change };
  });

const ownProfile = prepared("profiles.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("profiles as p")
    .leftJoin("profile_changes as c", "c.kine_id", "p.id")
    .leftJoin("kine_applications as a", (join) =>
      join.onRef("a.profile_id", "=", "p.id").on("a.status", "=", sql.lit("pending")),
    )
    .select([
      ...ownColumns,
      sql<string | null>`coalesce(p.license_number, a.license_number)`.as("license_number"),
      sql<Conflict | null>`case when p.license_number is null and a.license_number is not null and is_confirmed(p.id)
        then licence_conflict(a.license_number, p.id) end`.as("licence_conflict"),
      sql<boolean>`is_licence_current(p.license_checked_at)`.as("license_checked"),
      pausedUntil("p").as("paused_until"),
      "c.name as asked_name",
      "c.license_number as asked_license_number",
      "c.specialty as asked_specialty",
      "c.asked_at",
      "c.rejected_at",
      "c.rejection_reason",
    ])
    .where("p.id", "=", viewer),
);

/**
 * Changes the given fields of the own profile. A specialist's name, licence and specialty go to review instead: `in_review` says whether a
 * change is pending. Throws APPROVAL_PENDING, NOT_ALLOWED (a specialist's field), LICENSE_TAKEN, LICENSE_PLACE_NEEDED, and PROFILE_CHANGED when the profile was
 * edited since `version`.
 */
export const update = member
  .meta({
    summary: "Changes fields of the caller's profile.",
    refuses: ["APPROVAL_PENDING", "NOT_ALLOWED", "LICENSE_TAKEN", "LICENSE_PLACE_NEEDED", "PROFILE_CHANGED"],
    writes: "once",
  })
  .input(ProfileUpdate)
  .output(ProfileSaved)
  .handler(({ input, context: { transaction, viewer, services } }) => {
    const { version, ...change } = input;
    if (viewer.approval_status !== "approved") throw new AppError("APPROVAL_PENDING");
    if (isOfKines(change)) requireRole(viewer, "kine");
    if (viewer.roles.includes("kine")) {
      return transaction(async (tx) => {
        const in_review = await askForReview(tx, viewer, change, version);
        const { name: _, license_number: __, specialty: ___, ...others } = profileColumns(change);
        if (others.phone !== undefined) await tellOfPhone(services, tx, viewer.id, others.phone);
        const saved = await tx
          .updateTable("profiles")
          .set({ ...others, version: sql<number>`version` })
          .where("id", "=", viewer.id)
          .returning("version")
          .executeTakeFirstOrThrow();
        if (others.phone_listed !== undefined) await notePhoneListed(tx, viewer.id, others.phone_listed);
        await reportedWasEdited(tx, viewer.id);
        return { ...saved, in_review };
      });
    }
    return transaction(async (tx) => {
      const { name, phone, location_city, birth_date } = change;
      const says = { name, phone, location_city, birth_date };
      if (phone !== undefined) await tellOfPhone(services, tx, viewer.id, phone);
      const updated = await updatePerson.first(tx, { ...says, viewer: viewer.id, version });
      if (!updated) throw new AppError("PROFILE_CHANGED");
      if (name !== undefined) await authorWasRenamed(tx, viewer.id);
      return { ...updated, in_review: false };
    });
  });

type PersonChange = Partial<PersonProfile> & { viewer: string; version?: number | undefined };

const updatePerson = prepared("profiles.update", (db, { viewer, version, ...says }: PersonChange) =>
  db
    .updateTable("profiles")
    .set(says)
    .where("id", "=", viewer)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .returning("version"),
);

/** Sets a specialist's introduction, also while they wait for approval. Throws APPROVAL_PENDING, NOT_ALLOWED. */
export const introduce = member
  .meta({
    summary: "Sets the caller's introduction, also before approval.",
    refuses: ["APPROVAL_PENDING", "NOT_ALLOWED"],
    writes: "once",
  })
  .input(KineProfile.pick({ bio: true }))
  .output(z.strictObject({ version: z.int() }))
  .handler(({ input: { bio }, context: { transaction, viewer } }) => {
    requireKineOrApplicant(viewer);
    return transaction(async (tx) => {
      const updated = await updateBio.first(tx, { viewer: viewer.id, bio });
      if (!updated) throw new AppError("NOT_SIGNED_IN");
      await reportedWasEdited(tx, viewer.id);
      return updated;
    });
  });

const updateBio = prepared("profiles.introduce", (db, { viewer, bio }: { viewer: string; bio: string | null }) =>
  db.updateTable("profiles").set({ bio }).where("id", "=", viewer).returning("version"),
);
