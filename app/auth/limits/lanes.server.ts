import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { accountKey } from "./limits.server.ts";

/**
 * Rate limit key of what a session tries at its own account, so that who only has the password or reads the mailbox uses up nothing of the
 * owner's. A session that needs no second factor counts for itself; another one with its network, if the account has shown a second factor
 * there. All others share one count: more sessions give no more tries. Calls in process, without a session, share it too.
 */
export async function laneKey(db: Database, session: { id: string | null; user_id: string }): Promise<string> {
  const { rows } = await sql<{ lane: string | null }>`select case
      when s.aal = 'aal2' or not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status = 'verified') then s.id::text
      else (select block::text from auth.sessions k where k.user_id = s.user_id and k.aal = 'aal2' and k.ip <<= block
        and coalesce(k.ended_at > u.devices_forgotten_at, true) limit 1) end as lane
    from auth.sessions s join auth.users u on u.id = s.user_id
    cross join network(set_masklen(s.ip, case family(s.ip) when 4 then 32 else 64 end)) as block
    where s.id = ${session.id}`.execute(db);
  const lane = rows[0]?.lane ?? null;
  return accountKey(session.user_id) + (lane === null ? "" : ` ${lane}`);
}
