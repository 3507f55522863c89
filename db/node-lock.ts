import type pg from "pg";

const LOCK = 5_141_966_046;

/** Notes, as long as this connection lives, that a node uses the database. An engine without such locks is used without. */
export async function noteNode(client: pg.Client): Promise<void> {
  await client.query("select pg_try_advisory_lock_shared($1)", [LOCK]).catch(() => undefined);
}

/** Whether no node uses the database, and none does while this connection lives. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [LOCK]);
  return rows[0]?.got ?? false;
}
