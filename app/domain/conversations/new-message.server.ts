import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { messageWasSent } from "./course.server.ts";

type Said = { body: string; masked: string | null } | { file_path: string };
type Sent = { id: string; match_id: string; case_id: string; author_id: string; kine_id: string; patient_id: string };

/** Writes a message, with what follows from it. Constraints and a trigger of the table decide whether it is allowed. */
export async function newMessage(
  tx: Tx,
  said: Said & { match_id: string; author_id: string },
): Promise<{ id: string }> {
  const rows = await insert.all(tx, { body: null, masked: null, file_path: null, ...said });
  const [{ id, ...sent }] = rows as [Sent];
  await messageWasSent(tx, sent);
  return { id };
}

type Written = {
  match_id: string;
  author_id: string;
  body: string | null;
  masked: string | null;
  file_path: string | null;
};
const insert = prepared("conversations.send", (db, message: Written) =>
  db
    .with("sent", (query) => query.insertInto("messages").values(message).returning(["id", "match_id", "author_id"]))
    .selectFrom("sent")
    .innerJoin("matches as m", "m.id", "sent.match_id")
    .innerJoin("cases as c", "c.id", "m.case_id")
    .select([
      "sent.id",
      "sent.match_id",
      "m.case_id",
      "sent.author_id",
      "m.kine_id",
      sql<string>`c.patient_id`.as("patient_id"),
    ]),
);
