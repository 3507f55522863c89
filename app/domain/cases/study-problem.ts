import { kindOfChosen } from "../../client/file-kind.ts";
import { STUDY_MAX_BYTES, studyTooLarge, wrongStudyType } from "./case.ts";

const STUDY_KINDS: readonly unknown[] = ["jpeg", "png", "pdf", "unknown"];

/** Why a file cannot be a study (the sentence to show), or null when its size and first bytes are acceptable. Its name decides nothing. */
export async function studyProblem(file: File): Promise<string | null> {
  if (file.size > STUDY_MAX_BYTES) return studyTooLarge(file.name);
  return STUDY_KINDS.includes(await kindOfChosen(file)) ? null : wrongStudyType(file.name);
}
