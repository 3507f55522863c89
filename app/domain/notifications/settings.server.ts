import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { highestRole, type Role } from "../../shared/roles.ts";
import { DIGEST, GROUP_NAMES, GROUPS, type Group, type Mail, QUIET_BY_DEFAULT } from "./notification.ts";
import { ChangedNotificationSettings, NotificationSettings } from "./notification-input.ts";

const groupsOf = (role: Role | null): Group[] =>
  GROUP_NAMES.filter((name) => GROUPS[name].roles.some((each) => each === role));

type Stored = {
  roles: Role[];
  groups: { group: Group; push: boolean; mail: Mail }[];
  quiet: z.output<typeof NotificationSettings>["quiet"] | null;
  is_proven: boolean;
};

const stored = prepared(
  "notifications.settings",
  (_, { userId }: { userId: string }) => sql<Stored>`
    select array(select r.role::text from user_roles r where r.user_id = p.id) as roles,
      coalesce((select json_agg(json_build_object('group', s."group", 'push', s.push, 'mail', s.mail))
        from notification_settings s where s.user_id = p.id), '[]') as groups,
      (select json_build_object('from', to_char(h.quiet_from, 'HH24:MI'), 'until', to_char(h.quiet_until, 'HH24:MI'), 'zone', h.zone)
        from notification_hours h where h.user_id = p.id) as quiet,
      exists (select from auth.users u where u.id = p.id and coalesce(u.email_confirmed_at, u.claimed_at) is not null) as is_proven
    from profiles p where p.id = ${userId}`,
);

/** Argentine zones by the legacy names that browsers give, which PostgreSQL need not know. */
const LEGACY_ZONES = ["Buenos_Aires", "Catamarca", "Cordoba", "Jujuy", "Mendoza"];

/** The zone by a name that every PostgreSQL knows; the product's zone when PostgreSQL does not know it. */
async function knownZone(db: Database, zone: string): Promise<string> {
  const legacy = LEGACY_ZONES.find((name) => zone === `America/${name}`);
  const current =
    zone === "America/Rosario" ? "America/Argentina/Cordoba" : legacy ? `America/Argentina/${legacy}` : zone;
  if (current === QUIET_BY_DEFAULT.zone) return current;
  const { rows } = await sql`select from pg_timezone_names where name = ${current}`.execute(db);
  return rows.length > 0 ? current : QUIET_BY_DEFAULT.zone;
}

/** How the viewer is notified: each group of their role, and their quiet hours. An address that nobody has proven gets three mails. */
export const settings = memberReads
  .meta({ summary: "Returns how the caller is notified." })
  .output(NotificationSettings.extend({ is_proven: z.boolean() }))
  .handler(async ({ context: { db, viewer } }) => {
    const {
      roles = [],
      groups = [],
      quiet = null,
      is_proven = false,
    } = (await stored.first(db, { userId: viewer.id })) ?? {};
    return {
      groups: groupsOf(highestRole(roles)).map((group) => {
        const { push, mail } = groups.find((each) => each.group === group) ?? GROUPS[group].byDefault;
        return { group, push, mail };
      }),
      quiet: quiet ?? { ...QUIET_BY_DEFAULT },
      is_proven,
    };
  });

/**
 * Saves how the viewer is notified. A delivery reads the choice when it runs; one that already waits for the end of the quiet hours, or for
 * the digest, keeps its time.
 */
export const saveSettings = member
  .meta({ summary: "Saves how the caller is notified.", refuses: ["BAD_INPUT"], writes: "once" })
  .input(ChangedNotificationSettings)
  .output(z.strictObject({ saved: z.literal(true) }))
  .handler(({ input: { groups, quiet }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const own = groupsOf(highestRole(viewer.roles));
      // Refuses a group that is named twice or belongs to another role.
      if (
        new Set(groups.map(({ group }) => group)).size < groups.length ||
        groups.some(({ group }) => !own.includes(group))
      )
        throw new AppError("BAD_INPUT");
      const userId = viewer.id;
      await lockPerson.run(tx, { userId });
      if (groups.some(({ mail }) => mail === "daily")) await restoreDigest.run(tx, { userId });
      if (groups.length > 0) await keepGroups.run(tx, { userId, groups: JSON.stringify(groups) });
      if (quiet) await keepHours.run(tx, { userId, ...quiet, zone: await knownZone(tx, quiet.zone) });
      return { saved: true as const };
    }),
  );

type Of = { userId: string };

/** Waits for an unsubscription by link that is in progress. */
const lockPerson = prepared(
  "notifications.saveSettings person",
  (db, { userId }: Of) => db.selectFrom("profiles").select("id").where("id", "=", userId).forNoKeyUpdate(),
  { isDeferred: true },
);

/** Choosing the digest for a group undoes an earlier unsubscription from the digest. */
const restoreDigest = prepared(
  "notifications.saveSettings digest",
  (db, { userId }: Of) =>
    db
      .updateTable("notification_settings")
      .set({ mail: "daily" })
      .where("user_id", "=", userId)
      .where("group", "=", DIGEST)
      .where("mail", "=", "off"),
  { isDeferred: true },
);

const keepGroups = prepared(
  "notifications.saveSettings groups",
  (_, { userId, groups }: Of & { groups: string }) => sql`
    insert into notification_settings (user_id, "group", push, mail)
      select ${userId}, g."group", g.push, g.mail from json_to_recordset(${groups}::json) as g ("group" text, push boolean, mail text)
      on conflict (user_id, "group") do update set push = excluded.push, mail = excluded.mail`,
  { isDeferred: true },
);

const keepHours = prepared(
  "notifications.saveSettings hours",
  (_, { userId, from, until, zone }: Of & { from: string; until: string; zone: string }) => sql`
    insert into notification_hours (user_id, quiet_from, quiet_until, zone) values (${userId}, ${from}, ${until}, ${zone})
      on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, zone = excluded.zone`,
);
