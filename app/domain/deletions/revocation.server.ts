import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";

/** How a tombstone is applied: the query for the ids to hash, and the revocation. It returns true when it revoked something. */
export type Revocation = { all: RawBuilder<unknown>; revoke: (tx: Tx, id: string) => Promise<boolean> };

/** Every account, for a tombstone about one. */
export const users = sql`select id::text as what from auth.users`;

/** The database requires a viewer: whose right the change is, or the admin of longest standing, whom no row names; a new one may not decide about others. */
export const setViewer = (tx: Tx, id: string) => sql`select set_config('kinexo.viewer', ${id}, true)`.execute(tx);
export const setAdmin = (tx: Tx, except: string | null = null) =>
  sql`select set_config('kinexo.viewer', coalesce((select user_id::text from user_roles
    where role = 'admin' and user_id is distinct from ${except}::uuid and has_role(user_id, 'admin') order by given_at, user_id limit 1), ''), true)`.execute(
    tx,
  );
