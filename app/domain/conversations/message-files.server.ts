import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import { judgeAgain } from "../../api/judge-again.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { type Database, isConnectionLost } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { cleanedFile } from "../studies/cleaned-file.server.ts";
import { WRONG_FILE_TYPE } from "./conversation.ts";
import { newMessage } from "./new-message.server.ts";

const EXTENSIONS = ["jpg", "pdf"];

/** The most files of a specialist in a day. The database has the same limit. */
const MOST_FILES_A_DAY = 20;

/**
 * Throws NOT_FOUND unless the viewer is the specialist of this conversation, CONVERSATION_CLOSED unless it is open, TOO_MANY_FILES after
 * twenty in a day.
 */
export async function mustTakeFile(db: Database, viewer: Viewer, id: string): Promise<void> {
  const {
    rows: [found],
  } = await sql<{ state: string | null; files: number }>`
    select conversation_state(id, kine_id) as state, files_today(kine_id)::int as files from matches where id = ${id} and kine_id = ${viewer.id}`.execute(
    db,
  );
  if (!found?.state) throw new AppError("NOT_FOUND");
  if (found.state !== "open") throw new AppError("CONVERSATION_CLOSED");
  if (found.files >= MOST_FILES_A_DAY) throw new AppError("TOO_MANY_FILES");
}

/**
 * Sends a specialist's file as a message: writes the stored file, then the row. Throws FILE_TYPE, TOO_MANY_FILES, and as a message does.
 */
export async function sendFile(
  services: Pick<Services, "storage" | "uploadWorkers" | "clock">,
  { transaction, viewer }: { transaction: IdempotentWrites["transaction"]; viewer: Viewer },
  id: string,
  bytes: Uint8Array,
): Promise<{ id: string }> {
  const named = { subject: "El archivo", wrongFormat: WRONG_FILE_TYPE };
  const clean = await cleanedFile(services, { personId: viewer.id, purpose: "study", bytes }, named);
  if (!EXTENSIONS.includes(clean.extension)) throw new AppError("FILE_TYPE", WRONG_FILE_TYPE);
  const name = `${Math.floor(services.clock.now())}-${randomBytes(4).toString("hex")}.${clean.extension}`;
  const path = `${viewer.id}/${id}/${name}`;
  await services.storage.write("case-studies", path, clean.bytes);
  let isReferenced = false;
  try {
    const answer = await transaction(async (tx) => {
      await judgeAgain(tx, viewer, "kine");
      const sent = await newMessage(tx, { match_id: id, author_id: viewer.id, file_path: path });
      isReferenced = true;
      return sent;
    });
    // A retried upload is already stored under its first path.
    if (!isReferenced) await services.storage.remove("case-studies", path);
    return answer;
  } catch (error) {
    // A lost transaction may have been committed: the next sweep removes the file if it is unreferenced.
    if (!isConnectionLost(error)) await services.storage.remove("case-studies", path);
    throw error;
  }
}

/**
 * Whether the viewer is one of the two people of the file's conversation, or an admin after the file was reported.
 */
export async function mayReadFile(db: Database, viewer: Viewer, path: string): Promise<boolean> {
  const found = await db
    .selectFrom("messages as g")
    .select("g.id")
    .where("g.file_path", "=", path)
    .where(
      sql<boolean>`(conversation_state(g.match_id, ${viewer.id}) is not null
      or (has_role(${viewer.id}, 'admin') and exists (select from reports r where r.message_id = g.id)))`,
    )
    .executeTakeFirst();
  return found !== undefined;
}
