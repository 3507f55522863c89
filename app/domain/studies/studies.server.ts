import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import { judgeAgain } from "../../api/judge-again.server.ts";
import { type Database, isConnectionLost, type Tx } from "../../platform/database/database.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import type { Services } from "../../api/services.server.ts";
import { signLink } from "../../platform/signed-links.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { holdConsent } from "../consents/consents.server.ts";
import { caseAccess, mayOpenStudies } from "../cases/case-access.server.ts";
import { edited } from "../cases/course.server.ts";
import { isPdf, MAX_STUDIES, wrongStudyType } from "../cases/case.ts";
import { cleanedFile } from "./cleaned-file.server.ts";

const MANY_STUDIES = "Por hoy ya agregaste muchos estudios. Mañana podés seguir.";

/** `name` is the last part of the path, unique in its case. */
export type StudyLink = { name: string; url: string; kind: "image" | "pdf" };

/** Links to studies, in order, valid for this viewer's session only and for five minutes. */
export function studyLinks(services: Services, viewer: Pick<Viewer, "session_id">, paths: string[]): StudyLink[] {
  return paths.map((path) => ({
    name: nameOfStudy(path),
    url: signLink(
      services.settings.secret,
      `/files/case-studies/${path}`,
      viewer.session_id ?? "",
      services.clock.now(),
    ),
    kind: isPdf(path) ? "pdf" : "image",
  }));
}

/** The paths of studies with their case's id instead of their patient's, which the patient's other cases share. */
export function publicPath(paths: string[]): string[] {
  return paths.map((path) => {
    const inCase = pathInCase(path);
    return `${inCase.slice(1, inCase.indexOf("/", 1))}${inCase}`;
  });
}

/** A study's path without its first part. */
const pathInCase = (path: string) => path.slice(path.indexOf("/"));

/** The last part of a study's path. */
export function nameOfStudy(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const mayKeepHealthData = sql<boolean>`exists (select from profiles p
  where p.id = cases.patient_id and p.health_consent = current_consent('health_data'))`;

/** Throws unless an own case accepts another study: CASE_NOT_FOUND, CASE_CLOSED, TOO_MANY_STUDIES, CONSENT_NEEDED. */
export async function assertCanAddStudy(
  db: Database | Tx,
  viewer: Viewer,
  caseId: string,
  lock?: "for update",
): Promise<string[]> {
  const found = await db
    .selectFrom("cases")
    .select(["status", "studies_urls", mayKeepHealthData.as("is_allowed")])
    .where("id", "=", caseId)
    .where("patient_id", "=", viewer.id)
    .$if(lock === "for update", (query) => query.forUpdate())
    .executeTakeFirst();
  if (!found) throw new AppError("CASE_NOT_FOUND");
  if (found.status === "closed") throw new AppError("CASE_CLOSED");
  if (found.studies_urls.length >= MAX_STUDIES) throw new AppError("TOO_MANY_STUDIES");
  if (!found.is_allowed) throw new AppError("CONSENT_NEEDED");
  return found.studies_urls;
}

/**
 * Adds a file to the studies of an own case that is not closed: first the object, then the row. Throws CASE_NOT_FOUND, CASE_CLOSED,
 * TOO_MANY_STUDIES, FILE_TYPE with the file's name, and TOO_MANY_REQUESTS after twenty in a day.
 */
export async function addStudy(
  services: Pick<Services, "auth" | "storage" | "uploadWorkers">,
  { transaction, viewer }: { transaction: IdempotentWrites["transaction"]; viewer: Viewer },
  caseId: string,
  file: { name: string; bytes: Uint8Array },
): Promise<{ studies: number }> {
  const named = { subject: file.name, wrongFormat: wrongStudyType(file.name) };
  const clean = await cleanedFile(services, { personId: viewer.id, purpose: "study", bytes: file.bytes }, named);
  // Two files of the same millisecond need distinct paths.
  const path = `${viewer.id}/${caseId}/${Date.now()}-${randomBytes(4).toString("hex")}.${clean.extension}`;
  await services.storage.write("case-studies", path, clean.bytes);
  let isNamed = false;
  try {
    const answer = await transaction(async (tx) => {
      await judgeAgain(tx, viewer, "patient");
      await holdConsent(tx, viewer.id);
      const studies = [...(await assertCanAddStudy(tx, viewer, caseId, "for update")), path];
      const { seconds } = await services.auth.limiter.within(tx).attempt("study_account", viewer.id);
      if (seconds > 0) throw new AppError("TOO_MANY_REQUESTS", MANY_STUDIES);
      await tx.updateTable("cases").set({ studies_urls: studies }).where("id", "=", caseId).execute();
      await edited(tx, { id: caseId, patient_id: viewer.id }, "studies");
      isNamed = true;
      return { studies: studies.length };
    });
    // A retried upload is already stored under its first path.
    if (!isNamed) await services.storage.remove("case-studies", path);
    return answer;
  } catch (error) {
    // A lost transaction may have been committed: the next sweep removes the file if it is unreferenced.
    if (!isConnectionLost(error)) await services.storage.remove("case-studies", path);
    throw error;
  }
}

/**
 * A study that the viewer may read now: its patient, or an approved specialist with access to the case while its patient consents and is not
 * suspended. Null otherwise.
 */
export async function findStudy(db: Database, viewer: Viewer, caseId: string, path: string) {
  if (viewer.approval_status !== "approved") return null;
  const stored = sql<string>`(select each from unnest(c.studies_urls) each
    where substr(each, strpos(each, '/')) = ${pathInCase(path)})`;
  const row = await db
    .selectFrom("cases as c")
    .leftJoin("profiles as poster", "poster.id", "c.patient_id")
    .select(["c.patient_id", stored.as("path")])
    .where("c.id", "=", caseId)
    .where(stored, "is not", null)
    .where((eb) => {
      const reader = sql`${viewer.id}::uuid`;
      return eb.or([eb("c.patient_id", "=", viewer.id), mayOpenStudies(caseAccess(sql`c.id`, reader), reader)]);
    })
    .executeTakeFirst();
  return row ? { isPatient: row.patient_id === viewer.id, path: row.path } : null;
}
