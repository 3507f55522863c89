import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { Kind } from "./notification.ts";

/** Notifies every admin, in the order of their ids, so that two of these never wait for each other in a circle. */
export async function notifyAdmins(tx: Tx, kind: Kind): Promise<void> {
  await write.run(tx, { kind });
}

const write = prepared(
  "admins' notifications",
  (_, { kind }: { kind: string }) => sql`
    select notify_person(a.user_id, ${kind}) from (select user_id from user_roles where role = 'admin' order by user_id) a`,
  { isDeferred: true },
);

/** Ends the admins' notifications of a queue in which nothing waits any more. */
export const endQueueNotifications = prepared(
  "queue's notifications",
  (_, { kind }: { kind: "request_waiting" | "report_waiting" }) => sql`select end_queue_notifications(${kind})`,
  { isDeferred: true },
);
