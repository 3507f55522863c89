import type { Services } from "../../api/services.server.ts";
import type { CleanFile, Purpose } from "../../platform/uploads/sandboxed/clean-file.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { fileRefusal } from "./file-refusal.ts";

type Received = { personId: string; purpose: Purpose; bytes: Uint8Array };
/** How a refusal names the file, and the sentence for one of a wrong format. */
type Named = { subject: string; wrongFormat: string };

/** A person's file without what it could hide. Throws FILE_TYPE with the reason, and as the processes for uploads do. */
export async function cleanedFile(
  { uploadWorkers }: Pick<Services, "uploadWorkers">,
  { personId, purpose, bytes }: Received,
  { subject, wrongFormat }: Named,
): Promise<CleanFile> {
  const cleaned = await uploadWorkers.open(personId, purpose, bytes);
  if (cleaned.file) return cleaned.file;
  throw new AppError("FILE_TYPE", fileRefusal(cleaned.problem, subject, wrongFormat));
}
