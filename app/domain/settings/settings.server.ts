import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import { activeAdmins } from "../accounts/new-admin.server.ts";
import { mustBeAsRead } from "../lists/as-read.server.ts";
import { adminReads, provenAdmin } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { type AnyValue, SETTING_KEYS, type SettingKey, SETTINGS, weakens } from "./settings.ts";
import { weakenedSetting } from "./messages.server.ts";
import type { WeakenedSetting } from "./weakened-setting-mail.server.tsx";
import { SettingChange, SettingChanges, settingFrom } from "./settings-input.ts";

const value = z.union([z.string(), z.boolean(), z.number()]);

const Settings = z.strictObject({
  items: z.array(
    z.strictObject({
      key: z.enum(SETTING_KEYS),
      value,
      fallback: value,
      changed_at: z.date().nullable(),
      changed_by_name: z.string().nullable(),
    }),
  ),
});

/** Every setting with its value, its default and who changed it last. */
export const read = adminReads
  .meta({ summary: "Returns the settings of the operator." })
  .output(Settings)
  .handler(async ({ context: { db } }) => {
    const stored = new Map((await all.all(db, {})).map((row) => [row.key, row]));
    return {
      items: SETTING_KEYS.map((key) => ({
        key,
        value: settingFrom(key, stored.get(key)?.value),
        fallback: SETTINGS[key].fallback,
        changed_at: stored.get(key)?.changed_at ?? null,
        changed_by_name: stored.get(key)?.changed_by_name ?? null,
      })),
    };
  });

const all = prepared("settings.read", (db) =>
  db
    .selectFrom("settings as s")
    .leftJoin("profiles as p", "p.id", "s.changed_by")
    .select(["s.key", "s.value", "s.changed_at", "p.name as changed_by_name"]),
);

/** Changes a setting, or restores its default. Every node uses the new value from its next statement; the audit has both values. */
export const change = provenAdmin
  .meta({ summary: "Changes a setting of the operator.", writes: "once" })
  .input(SettingChange)
  .output(z.strictObject({ changed: z.boolean() }))
  .handler(({ input, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => ({ changed: await write(tx, services, viewer, input) })),
  );

/** Changes settings as `change` does, all or none. Throws LIST_CHANGED when one is no longer what was read. */
export const save = provenAdmin
  .meta({ summary: "Changes several settings of the operator.", refuses: ["LIST_CHANGED"], writes: "once" })
  .input(SettingChanges)
  .output(z.strictObject({ changed: z.int() }))
  .handler(({ input: { changes }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      let changed = 0;
      // In one order, so that two saves never wait for each other.
      for (const each of changes.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        changed += Number(await write(tx, services, viewer, each));
      return { changed };
    }),
  );

type Written = { key: SettingKey; value: AnyValue | null; read?: AnyValue | undefined };

async function write(
  tx: Tx,
  { mail }: Pick<Services, "mail">,
  viewer: Viewer,
  { key, value: given, read }: Written,
): Promise<boolean> {
  // Serialises changes of a setting, so that each knows the value that it replaces.
  await sql`select pg_advisory_xact_lock(hashtext(${`setting ${key}`}))`.execute(tx);
  const stored = await tx.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  const before = settingFrom(key, stored?.value);
  const after = given ?? SETTINGS[key].fallback;
  if (read !== undefined)
    mustBeAsRead({ read: [{ value: read }], stored: [{ value: before }], wanted: [{ value: after }] });
  if (before === after) return false;
  if (given === null || given === SETTINGS[key].fallback) {
    await tx.deleteFrom("settings").where("key", "=", key).execute();
  } else {
    const row = { value: JSON.stringify(given), changed_by: viewer.id, changed_at: sql<Date>`clock_timestamp()` };
    await tx
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute();
  }
  // The change may have freed seats that specialists wait for.
  if (key === "offers_max")
    await sql`select run_level('seat_free', case_id, '0') from (select distinct case_id from seat_queue) waiting`.execute(
      tx,
    );
  await publish(tx, ["counts", "admins"]);
  if (weakens(key, before, after)) await tellAdmins(tx, mail, { key, before, after, by: viewer.name });
  await recordEvent(tx, {
    event: "setting_changed",
    user_id: viewer.id,
    session_id: viewer.session_id,
    reason: `${key}: ${String(before)} → ${String(after)}`,
  });
  return true;
}

/** Tells every active admin by mail that a protection is weaker than before, so that one admin's session does it not unseen. */
async function tellAdmins(tx: Tx, mail: Services["mail"], told: WeakenedSetting): Promise<void> {
  for (const { id, email } of await activeAdmins(tx))
    await mail.post(tx, weakenedSetting, { user_id: id, to: addressee(email), told });
}
