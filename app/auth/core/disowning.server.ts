import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";

const LOCK = sql`hashtextextended('what admins decide', 0)`;

/** Waits for a 'No fui yo' that is under way, and has a later one wait for this transaction. What admins decide begins with it. */
export const waitForDisowning = (tx: Tx) => sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(tx);

/**
 * Waits for what admins are deciding, and has what they begin wait: an intruder in an admin's session would otherwise give again what is being taken back.
 * Before any other lock, so that nobody who is waited for waits for this transaction.
 */
export const holdAdminsBack = (tx: Tx) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
