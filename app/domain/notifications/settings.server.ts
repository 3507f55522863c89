import { sql } from "kysely";
import { z } from "zod";
import { member } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/errors.ts";
import { highestRole, type Role } from "../../shared/roles.ts";
import { DIGEST, GROUP_NAMES, GROUPS, type Group, type Mail, QUIET_BY_DEFAULT } from "./notification.ts";
import { NotificationSettings } from "./notification-input.ts";

const groupsOf = (role: Role | null): Group[] =>
  GROUP_NAMES.filter((name) => GROUPS[name].roles.some((each) => each === role));

async function settingsOf(db: Database, userId: string, role: Role | null) {
  const [kept, hours] = await Promise.all([keptGroups.all(db, { userId }), quietHours.first(db, { userId })]);
  const groups = groupsOf(role).map((group) => {
    const { push, mail } = kept.find((each) => each.group === group) ?? GROUPS[group].byDefault;
    return { group, push, mail: mail as Mail };
  });
  return { groups, quiet: hours ?? { ...QUIET_BY_DEFAULT } };
}

const keptGroups = prepared("notifications.settings groups", (db, { userId }: { userId: string }) =>
  db.selectFrom("notification_settings").select(["group", "push", "mail"]).where("user_id", "=", userId),
);

const quietHours = prepared("notifications.settings hours", (db, { userId }: { userId: string }) =>
  db
    .selectFrom("notification_hours")
    .select([
      sql<string>`to_char(quiet_from, 'HH24:MI')`.as("from"),
      sql<string>`to_char(quiet_until, 'HH24:MI')`.as("until"),
      "zone",
    ])
    .where("user_id", "=", userId),
);

/** Argentine zones by the names that browsers give, which PostgreSQL need not know. */
const ZONES_BEFORE = ["Buenos_Aires", "Catamarca", "Cordoba", "Jujuy", "Mendoza"];

/** The zone by a name that every PostgreSQL knows; of one that it does not, the product's. */
async function knownZone(db: Database, zone: string): Promise<string> {
  const before = ZONES_BEFORE.find((name) => zone === `America/${name}`);
  const asked =
    zone === "America/Rosario" ? "America/Argentina/Cordoba" : before ? `America/Argentina/${before}` : zone;
  if (asked === QUIET_BY_DEFAULT.zone) return asked;
  const { rows } = await sql`select from pg_timezone_names where name = ${asked}`.execute(db);
  return rows.length > 0 ? asked : QUIET_BY_DEFAULT.zone;
}

/** How the viewer is notified: each group of their role, and their quiet hours. */
export const settings = member
  .meta({ summary: "Returns how the caller is notified." })
  .output(NotificationSettings)
  .handler(({ context: { db, viewer } }) => settingsOf(db, viewer.id, highestRole(viewer.roles)));

/**
 * Saves how the viewer is notified. A delivery reads the choice when it runs; one that already waits for the end of the quiet hours, or for
 * the digest, keeps its time.
 */
export const saveSettings = member
  .meta({ summary: "Saves how the caller is notified.", refuses: ["BAD_INPUT"], writes: "once" })
  .input(NotificationSettings)
  .output(z.strictObject({ saved: z.literal(true) }))
  .handler(({ input: { groups, quiet }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const own = groupsOf(highestRole(viewer.roles));
      // A group that is named twice, or of another role.
      if (
        new Set(groups.map(({ group }) => group)).size < groups.length ||
        groups.some(({ group }) => !own.includes(group))
      )
        throw new AppError("BAD_INPUT");
      // Waits for an unsubscription by link that is under way.
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      // A group in the digest asks for the digest again.
      if (groups.some(({ mail }) => mail === "daily"))
        await tx
          .updateTable("notification_settings")
          .set({ mail: "daily" })
          .where("user_id", "=", viewer.id)
          .where("group", "=", DIGEST)
          .where("mail", "=", "off")
          .execute();
      if (groups.length > 0)
        await tx
          .insertInto("notification_settings")
          .values(groups.map((each) => ({ ...each, user_id: viewer.id })))
          .onConflict((conflict) =>
            conflict.columns(["user_id", "group"]).doUpdateSet({ push: sql`excluded.push`, mail: sql`excluded.mail` }),
          )
          .execute();
      const hours = { quiet_from: quiet.from, quiet_until: quiet.until, zone: await knownZone(tx, quiet.zone) };
      await tx
        .insertInto("notification_hours")
        .values({ ...hours, user_id: viewer.id })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(hours))
        .execute();
      return { saved: true as const };
    }),
  );
