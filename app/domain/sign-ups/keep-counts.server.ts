import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";
import type { Openings } from "./openings.server.ts";

const EVERY_MS = 60_000;
const AT_ONCE = 1_000;
/** Accounts are noted within the hour; after a pause of all nodes, so many days later. */
const LATE_DAYS = 2;

/** Writes how often the form was opened, each minute and at the end. */
export function openSignUps({ db, log, openings }: { db: Database; log: Logger; openings: Openings }): Repeated {
  const write = () => openings.write(db);
  const onError = (error: unknown) => log.warn({ err: error }, "openings of the sign-up form not written");
  const each = repeat(EVERY_MS, write, onError);
  return {
    async stop() {
      await each.stop();
      await write().catch(onError);
    },
  };
}

type Counted = { latest: string | null };

/** Counts how far those came who signed up, a thousand at once. */
export async function countSignUps(db: Database): Promise<void> {
  await sql`select note_signups(now() - ${`${LATE_DAYS} days`}::interval)`.execute(db);
  for (let after: string | null = null, isDone = false; !isDone;) {
    const { rows }: { rows: Counted[] } = await sql<Counted>`
      with people as materialized (select array(select user_id from signup_steps
        where ${after === null ? sql`true` : sql`user_id > ${after}::uuid`} and steps <> B'11111' order by user_id limit ${AT_ONCE}) as ids)
      select ids[cardinality(ids)] as latest, count_signups(ids) from people`.execute(db);
    after = rows[0]?.latest ?? null;
    isDone = after === null;
  }
}
