import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { runMaintenance } from "../../platform/maintenance.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import { settingFrom } from "../settings/settings-input.ts";
import { figuresOf } from "./figures.server.ts";
import { weeklyMail } from "./messages.server.ts";
import { weekToTell } from "./week.ts";

const LOOK_MS = 60_000;

/** Tells the admins of the week that ended, once, on each node. */
export function openWeekly(services: Services): Repeated {
  const onError = (error: unknown) => services.log.warn({ err: error }, "the week was not told");
  const look = async () => {
    if (await tellWeek(services, services.clock.now()))
      await runMaintenance(services.db, "weekly", async () => undefined);
  };
  return repeat(LOOK_MS, look, onError);
}

/**
 * Writes the summary of the week that is due at a moment, with a mail to every admin, unless it was written. Its figures stay as they are: the
 * row comes first, so of two nodes one waits for the other and then writes nothing. Returns whether this call wrote it.
 */
export async function tellWeek({ db, mail }: Pick<Services, "db" | "mail">, now: number): Promise<boolean> {
  const { isOn, day } = await settingsOf(db);
  const week = isOn ? weekToTell(now, day) : null;
  if (week === null || (await isWritten(db, week))) return false;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`week ${week}`}))`.execute(tx);
    if (await isWritten(tx, week)) return false;
    const figures = JSON.stringify(await figuresOf(tx, week));
    await sql`insert into weekly_summaries (week, figures) values (${week}::date, ${figures}::jsonb)`.execute(tx);
    const admins = await tx
      .selectFrom("user_roles as r")
      .innerJoin("profiles as p", "p.id", "r.user_id")
      .select(["p.id", "p.name", "p.email"])
      .where("r.role", "=", "admin")
      .where("p.suspended_at", "is", null)
      .orderBy("p.id")
      .execute();
    for (const { id: user_id, name, email } of admins)
      await mail.post(tx, weeklyMail, { user_id, to: { name, address: email }, told: { week, user_id } });
    return true;
  });
}

async function settingsOf(db: Database) {
  const rows = await db
    .selectFrom("settings")
    .select(["key", "value"])
    .where("key", "in", ["weekly_mail", "weekly_day"])
    .execute();
  const stored = (key: string) => rows.find((row) => row.key === key)?.value ?? undefined;
  return {
    isOn: settingFrom("weekly_mail", stored("weekly_mail")),
    day: settingFrom("weekly_day", stored("weekly_day")),
  };
}

async function isWritten(db: Database | Tx, week: string): Promise<boolean> {
  const { rows } = await sql`select from weekly_summaries where week = ${week}::date`.execute(db);
  return rows.length > 0;
}
