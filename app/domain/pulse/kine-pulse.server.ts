import { sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "../../platform/database/database.server.ts";
import { runMaintenance } from "../../platform/maintenance.server.ts";
import { repeat, type Repeated } from "../../platform/repeat.server.ts";

const EVERY_MS = 60 * 60 * 1000;
const AT_ONCE = 1_000;
const LOCK = "kine pulse";

/** Groups the specialists by what they did, once a night, on whichever node comes first. */
export function openKinePulse({ db, log }: { db: Database; log: Logger }): Repeated {
  return repeat(
    EVERY_MS,
    async () => {
      if (await isDue(db)) await runMaintenance(db, "kine_pulse", () => computeKinePulse(db));
    },
    (error) => log.warn({ err: error }, "specialists not grouped"),
  );
}

const isDue = async (db: Database): Promise<boolean> =>
  (
    await sql`select where not exists (select from kine_segments
      where (computed_at at time zone 'America/Argentina/Buenos_Aires')::date = (now() at time zone 'America/Argentina/Buenos_Aires')::date)`.execute(
      db,
    )
  ).rows.length > 0;

/** Groups all specialists now, a thousand at once, so that nobody waits for the night's work. */
export async function computeKinePulse(db: Database): Promise<void> {
  for (let after: string | null = null, isDone = false; !isDone;) {
    const { rows } = await sql<{
      latest: string | null;
    }>`select compute_kine_pulse(${after}::uuid, ${AT_ONCE}) as latest`.execute(db);
    after = rows[0]?.latest ?? null;
    isDone = after === null;
  }
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`.execute(tx);
    await sql`delete from kine_pulse k where not exists (select from kine_places p where p.kine_id = k.kine_id)`.execute(
      tx,
    );
    await sql`insert into kine_segments (segment, n)
      select s.segment, (select count(*)::integer from kine_pulse k where k.segment = s.segment)
      from unnest(enum_range(null::kine_segment)) s(segment)
      on conflict (segment) do update set n = excluded.n, computed_at = now()`.execute(tx);
  });
}
