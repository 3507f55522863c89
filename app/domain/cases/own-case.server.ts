import { z } from "zod";
import type { Tx } from "../../platform/database/database.server.ts";
import { noteTombstone, writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { patient } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { coverageOfCase, saveCaseCoverage } from "../coverages/patient-coverage.server.ts";
import { noteContactLeaks } from "../contacts/contact-leaks.server.ts";
import { holdConsent } from "../consents/consents.server.ts";
import { wordsOfFacts } from "./structured-fact-words.ts";
import { StructuredFacts, factsKey } from "./structured-facts.ts";
import { edited, withdrawn as wasWithdrawn } from "./course.server.ts";
import { CaseUpdate } from "./case-input.ts";
import { factsColumn } from "./case-output.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { nameOfStudy } from "../studies/studies.server.ts";

const TEXTS = ["title", "description", "injury_area", "location_city"] as const;

/** Reads and locks an own open case: the lock serialises decisions, edits and the withdrawal. */
async function lockOpenCase(tx: Tx, viewer: Viewer, id: string) {
  const found = await tx
    .selectFrom("cases")
    .select([
      "status",
      "version",
      "studies_urls",
      "title",
      "description",
      "injury_area",
      "location_city",
      "preferred_modality",
      "studies_access",
      "identity_access",
      "facts",
      coverageOfCase("cases.id").as("coverage"),
    ])
    .where("id", "=", id)
    .where("patient_id", "=", viewer.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new AppError("CASE_NOT_FOUND");
  if (found.status !== "open") throw new AppError("CASE_NOT_OPEN");
  return found;
}

/** Edits an own open case. Throws CASE_NOT_FOUND, CASE_NOT_OPEN, CONSENT_NEEDED, COVERAGE_RETIRED, and CASE_CHANGED when edited since `version`. */
export const update = patient
  .meta({
    summary: "Edits an open case of the caller.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_OPEN", "CASE_CHANGED", "CONSENT_NEEDED", "COVERAGE_RETIRED"],
    writes: "once",
  })
  .input(CaseUpdate)
  .output(z.strictObject({ version: z.int() }))
  .handler(async ({ input, context: { transaction, viewer, services } }) => {
    const { id, version, removed_studies, coverage, facts, ...edit } = input;
    const saved = await transaction(async (tx) => {
      await holdConsent(tx, viewer.id);
      const found = await lockOpenCase(tx, viewer, id);
      const before = StructuredFacts.nullable().safeParse(found.facts).data;
      const hasSameFacts = facts === undefined || factsKey(facts) === factsKey(before);
      const hasSameCoverage =
        coverage === undefined ||
        (coverage?.id === found.coverage?.id && (coverage?.plan ?? null) === (found.coverage?.plan ?? null));
      // The retry of an edit whose answer was lost finds its own text, and succeeds.
      const isUnchanged =
        (Object.keys(edit) as (keyof typeof edit)[]).every((field) => edit[field] === found[field]) &&
        hasSameFacts &&
        hasSameCoverage;
      if (found.version !== version && !isUnchanged) throw new AppError("CASE_CHANGED");
      const studies_urls = found.studies_urls.filter((path) => !removed_studies.includes(nameOfStudy(path)));
      await saveCaseCoverage(tx, id, coverage);
      await noteContactLeaks(
        tx,
        services,
        viewer.id,
        [...TEXTS.map((field) => edit[field]), wordsOfFacts(facts === undefined ? before : facts)],
        [...TEXTS.map((field) => found[field]), wordsOfFacts(before)],
      );
      const saved = await tx
        .updateTable("cases")
        // A form of an older version omits the facts, which then stay as they are.
        .set({
          ...edit,
          studies_urls,
          ...(facts !== undefined && { facts: factsColumn(facts) }),
          // The coverage is a row of its own.
          ...(!hasSameCoverage && { version: found.version + 1 }),
        })
        .where("id", "=", id)
        .returning("version")
        .executeTakeFirstOrThrow();
      for (const [what, access] of [
        ["studies", "studies_access"],
        ["name", "identity_access"],
      ] as const)
        if (edit[access] !== undefined && edit[access] !== found[access])
          await noteTombstone(
            tx,
            edit[access] === "accepted" ? "reading_narrowed" : "reading_widened",
            `${id} ${what}`,
          );
      const of = { id, patient_id: viewer.id };
      if (saved.version !== found.version) await edited(tx, of, "words");
      else if (studies_urls.length < found.studies_urls.length) await edited(tx, of, "studies");
      return saved;
    });
    await writeTombstones(services);
    await removeDroppedFilesSoon(services);
    return saved;
  });

/** Withdraws an own open case: deletes it with its applications and files. */
export const withdraw = patient
  .meta({
    summary: "Withdraws an open case of the caller with its applications and files.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_OPEN"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ withdrawn: z.literal(true) }))
  .handler(async ({ input, context }) => {
    const { transaction, viewer, services } = context;
    const withdrawn = await transaction(async (tx) => {
      await lockOpenCase(tx, viewer, input.id);
      await wasWithdrawn(tx, input.id);
      await tx.deleteFrom("cases").where("id", "=", input.id).execute();
      return { withdrawn: true as const };
    });
    await writeTombstones(services);
    await removeDroppedFilesSoon(services);
    return withdrawn;
  });
