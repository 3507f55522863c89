import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publishToPair } from "../cases/publish-to-kines.server.ts";
import { notify } from "../notifications/notify.server.ts";

type Message = { match_id: string; case_id: string; author_id: string; kine_id: string; patient_id: string };

/** What follows from a message: the screens of both read again, and its reader is notified and has one more unread. */
export async function messageWasSent(tx: Tx, message: Message): Promise<void> {
  const { match_id: matchId, case_id: caseId, author_id, kine_id, patient_id } = message;
  const isOfPatient = author_id === patient_id;
  const userId = isOfPatient ? kine_id : patient_id;
  await countUnread.run(tx, { matchId, userId });
  await publishToPair(tx, message, "message", { evenEnded: !isOfPatient });
  await notify(tx, { userId, kind: isOfPatient ? "message_received_kine" : "message_received", caseId, matchId });
}

const countUnread = prepared(
  "conversations.send unread",
  (db, { matchId, userId }: { matchId: string; userId: string }) =>
    db
      .insertInto("read_marks")
      .values({ match_id: matchId, user_id: userId, unread: 1 })
      .onConflict((conflict) =>
        conflict.columns(["match_id", "user_id"]).doUpdateSet({ unread: sql`read_marks.unread + 1` }),
      ),
  { isDeferred: true },
);
