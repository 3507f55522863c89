import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { lookAtAgenda } from "./look-at-agenda.server.ts";

const confirm = prepared(
  "agenda confirmed",
  (_, { kine }: { kine: string }) => sql`update agendas set confirmed_at = now() where kine_id = ${kine}::uuid`,
  { isDeferred: true },
);

/** What follows when a specialist changes or confirms their agenda or its hours: it is up to date, and its next free time may be another. */
export async function agendaConfirmed(tx: Tx, kine: string): Promise<void> {
  await confirm.run(tx, { kine });
  await lookAtAgenda(tx, kine);
}
