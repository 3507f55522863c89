import { kindOfChosen } from "../../client/file-kind.ts";
import { INVALID_PHOTO, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from "./profile.ts";

/** Why a file cannot be a profile photo (the sentence to show), or null when it can; one without a type is known by its first bytes. */
export async function photoProblem(file: File): Promise<string | null> {
  const kind = file.type.startsWith("image/") ? "image" : await kindOfChosen(file);
  if (kind === null || kind === "pdf") return INVALID_PHOTO;
  return file.size > PHOTO_MAX_BYTES ? PHOTO_TOO_LARGE : null;
}
