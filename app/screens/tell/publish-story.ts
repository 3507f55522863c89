import { api } from "../../client/api.ts";
import { uploadStudy } from "../../client/upload.ts";
import type { NewCase } from "../../domain/cases/case-input.ts";
import { HEALTH_CONSENT_VERSION } from "../../domain/consents/health-consent.ts";
import type { StudyFile } from "../../domain/studies/use-study-files.ts";

type Outcome = "published" | "without files" | "failed";

/** Publishes what a visitor told, right after their account was made: the consent to the text that they could read, the case, its studies. */
export async function publishStory(fields: NewCase, studies: readonly StudyFile[]): Promise<Outcome> {
  try {
    const { version, sha256 } = await api.consents.health();
    if (version !== HEALTH_CONSENT_VERSION) return "failed";
    await api.consents.giveHealth({ version, sha256 });
    const { id } = await api.cases.create(fields);
    const sent = [];
    for (const { id: key, bytes } of studies)
      sent.push(
        await bytes()
          .then((file) => uploadStudy(id, file, { key }))
          .then(
            () => true,
            () => false,
          ),
      );
    return sent.every(Boolean) ? "published" : "without files";
  } catch {
    return "failed";
  }
}
