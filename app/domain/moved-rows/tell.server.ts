import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { addJob, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { accountMoved } from "./messages.server.ts";

const MINUTE_S = 60;
/** The only id of the job: there is one move. */
const ONLY = "only";

/** Who is told: addresses that either system calls confirmed with a sign-in in two years or an open case, of people who are not suspended. */
const REACHED = sql<boolean>`(u.email_confirmed_at is not null or m."left" ? 'email_confirmed_at') and p.suspended_at is null and (u.last_sign_in_at > now() - interval '2 years'
  or exists (select from cases c where c.patient_id = u.id and c.status = 'open'))`;

type Person = { id: string; email: string; name: string };

/** Sends one minute's share of the mails, and comes back in a minute until everybody was told. */
async function tellMoved({ db, mail }: Pick<Services, "db" | "mail">): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const move = await tx.selectFrom("move_in").select("tell_per_hour").forUpdate().executeTakeFirst();
    if (!move?.tell_per_hour) return;
    const { rows } =
      await sql<Person>`select u.id, u.email, p.name from moved_rows m join auth.users u on u.id = m.new_id
      join profiles p on p.id = u.id where m.kind = 'user' and not m.is_merged and m.told_at is null and ${REACHED}
      order by m.new_id limit ${Math.ceil(move.tell_per_hour / 60)}`.execute(tx);
    if (rows.length === 0) {
      await tx
        .updateTable("move_in")
        .set({ told_at: sql`now()` })
        .execute();
      return;
    }
    for (const { id, email, name } of rows)
      await mail.post(tx, accountMoved, { user_id: id, to: { name, address: email }, told: { user_id: id } });
    await tx
      .updateTable("moved_rows")
      .set({ told_at: sql`now()` })
      .where("kind", "=", "user")
      .where("is_merged", "=", false)
      .where(
        "new_id",
        "in",
        rows.map(({ id }) => id),
      )
      .execute();
    await addJob(tx, tellMovedJob, { id: ONLY }, MINUTE_S);
  });
}

export const tellMovedJob = defineJob("tell_moved", { priority: YIELDING, run: tellMoved });

/** Begins, or goes on with, the mails to everybody who moved in, so many an hour; running nodes send them. False before a move. */
export function beginTelling(db: Database, perHour: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("move_in")
      .set({ tell_per_hour: perHour, told_at: null })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await addJob(tx, tellMovedJob, { id: ONLY });
    return true;
  });
}
