import { createHash } from "node:crypto";
import type pg from "pg";
import { AppError } from "../../shared/app-error.server.ts";
import type { Bucket, Storage } from "../../platform/storage/storage.server.ts";
import type { CleanFile, Purpose } from "../../platform/uploads/sandboxed/clean-file.ts";
import type { UploadWorkers } from "../../platform/uploads/workers.server.ts";
import { entriesOf, storedAt, studyKey } from "./file-names.ts";
import type { FilePlace } from "./file-place.ts";
import type { Finding } from "./findings.ts";
import { movedId, timeOf } from "./ids.ts";
import type { Ledger } from "./ledger.ts";
import type { People } from "./plan-people.ts";
import { batchesOf } from "./staging.ts";

export type Files = {
  client: pg.Client;
  ledger: Ledger;
  people: People;
  place: FilePlace;
  storage: Storage;
  workers: Pick<UploadWorkers, "clean">;
  /** Opens and cleans the files, and stores none. */
  isDryRun: boolean;
};

const AVATARS = "avatars";
const STUDIES = "case-studies";
const EXTENSIONS = { photo: ["jpg", "png", "gif", "webp"], study: ["jpg", "png", "pdf"] } as const;
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
export const studyPath = (entry: string): string | null => {
  const found = storedAt(entry, STUDIES);
  return found?.bucket === STUDIES ? found.path : null;
};

/** Stores the photos and studies of those who move, cleaned as uploads are, and returns where each is: photos by their person, studies by `studyKey`. */
export async function moveFiles(files: Files): Promise<{ photos: Map<string, string>; studies: Map<string, string> }> {
  const photos = new Map<string, string>();
  const studies = new Map<string, string>();
  const named = new Set<string>();
  const kept = new Set<string>();
  const lose = (finding: Finding, of: string, path: string) => files.ledger.note("storage.objects", path, finding, of);
  for await (const batch of batchesOf<{ old_id: string; url: string }>(files.client, PHOTOS))
    for (const { old_id, url } of batch) {
      const person = files.people.get(old_id);
      if (!person || person.isMerged) continue;
      const at = storedAt(url, AVATARS);
      if (at?.bucket !== AVATARS || !at.path.startsWith(old_id)) {
        lose("file_foreign", old_id, url.slice(0, 200));
        continue;
      }
      named.add(`${AVATARS} ${at.path}`);
      const moved = await moveFile(files, { bucket: AVATARS, path: at.path, personId: person.id, purpose: "photo" });
      if (typeof moved === "string") lose(moved, old_id, at.path);
      else photos.set(old_id, `/files/avatars/${moved.path}?t=${parseInt(moved.sha256.slice(0, 12), 16)}`);
    }
  for await (const batch of batchesOf<Case>(files.client, CASES))
    for (const { old_id, patient, created_at, urls } of batch) {
      const person = files.people.get(patient);
      if (!person) continue;
      const caseId = movedId("case", old_id, timeOf(created_at));
      for (const url of entriesOf(urls)) {
        const path = studyPath(url);
        // The case alone says which files it has: a path is anybody's to write.
        if (!path?.startsWith(`${patient}/`)) {
          lose("file_foreign", old_id, url.slice(0, 200));
          continue;
        }
        if (studies.has(studyKey(old_id, path))) continue;
        named.add(`${STUDIES} ${path}`);
        const moved = await moveFile(files, { bucket: STUDIES, path, personId: person.id, caseId, purpose: "study" });
        if (typeof moved === "string") lose(moved, old_id, path);
        else {
          studies.set(studyKey(old_id, path), moved.path);
          kept.add(path);
        }
      }
    }
  await settleObjects(files, { named, photos, kept });
  return { photos, studies };
}

const PHOTOS = `select old_id, data->>'photo_url' as url from source_public_profiles where btrim(data->>'photo_url') <> '' order by n`;
type Case = { old_id: string; patient: string; created_at: string | null; urls: string };
const CASES = `select old_id, data->>'patient_id' as patient, data->>'created_at' as created_at, data->>'studies_urls' as urls
  from source_public_cases where data->>'patient_id' is not null and data->>'studies_urls' not in ('{}', '[]', '') order by n`;

type Given = { bucket: Bucket; path: string; personId: string; caseId?: string; purpose: Purpose };

/** Stores one file at a path that follows from its owner and its bytes, unless it is there; says where, or what is wrong with it. */
async function moveFile(
  { place, storage, workers, isDryRun }: Files,
  { bucket, path, personId, caseId, purpose }: Given,
) {
  const bytes = await place.read(bucket, path);
  if (!bytes) return "file_missing";
  const hash = sha256(bytes);
  const taken = /(\d{10,15})[^/]*$/.exec(path)?.[1] ?? "0";
  const name = caseId ? `${personId}/${caseId}/${taken}-${sha256(path + hash).slice(0, 8)}` : `${personId}/avatar`;
  // A photo keeps its name when its bytes change, so it is stored again.
  if (caseId)
    for (const extension of EXTENSIONS.study)
      if (await storage.find(bucket, `${name}.${extension}`)) return { path: `${name}.${extension}`, sha256: hash };
  const clean = await cleaned(workers, { personId, purpose, bytes, path });
  if (!clean) return "file_broken";
  const target = `${name}.${clean.extension}`;
  if (!isDryRun) await storage.write(bucket, target, clean.bytes);
  return { path: target, sha256: hash };
}

type Upload = { personId: string; purpose: Purpose; bytes: Uint8Array; path: string };

async function cleaned(
  workers: Files["workers"],
  { personId, purpose, bytes, path }: Upload,
): Promise<CleanFile | null> {
  try {
    return await workers.clean(personId, purpose, bytes);
  } catch (error) {
    // A person's other file ended its process: this one is opened on its own.
    if (!(error instanceof AppError) || error.code !== "TOO_MANY_REQUESTS") throw error;
    return workers.clean(`${personId} ${path}`, purpose, bytes);
  }
}

type Settled = { named: Set<string>; photos: Map<string, string>; kept: Set<string> };

/** Each object of the old storage ends in one place too. */
async function settleObjects({ client, ledger }: Files, { named, photos, kept }: Settled): Promise<void> {
  const objects = batchesOf<{ old_id: string; bucket: string; name: string }>(
    client,
    `select old_id, data->>'bucket_id' as bucket, data->>'name' as name from source_storage_objects order by n`,
  );
  for await (const batch of objects)
    for (const { old_id, bucket, name } of batch) {
      const isMoved = bucket === AVATARS ? photos.has(name.split("/")[0] ?? "") : kept.has(name);
      if (named.has(`${bucket} ${name}`) && isMoved) ledger.moved("storage.objects", old_id);
      else
        ledger.left("storage.objects", old_id, named.has(`${bucket} ${name}`) ? "file_missing" : "file_unused", name);
    }
}
