import { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import { photoPath } from "../profiles/photos.server.ts";
import type { Bucket } from "../../platform/storage/storage.server.ts";

/** Longer than any upload takes: a file that is still unreferenced will stay so. Shorter than the interval between two sweeps. */
const GRACE_MS = 55 * 60 * 1000;

/**
 * Removes unreferenced photos, studies and evidence, and partial files, left by a crash between writing the file and its row. A file is
 * removed when two sweeps, `graceMs` apart, find it unreferenced; modification times are not trusted, since clocks differ. A sweep throws
 * errors of the database and the storage, and returns the number of removed files.
 */
export function openOrphanSweep(
  { db, storage }: Pick<Services, "db" | "storage">,
  graceMs = GRACE_MS,
): () => Promise<number> {
  let suspected = new Map<string, number>();

  return async () => {
    const found = new Map<string, number>();
    let removed = 0;
    const sweep = async (bucket: Bucket, namedOf: (person: string) => Promise<Set<string>>) => {
      let [person, named] = ["", new Set<string>()];
      for await (const path of storage.list(bucket, "")) {
        const [owner = ""] = path.split("/");
        if (!z.uuid().safeParse(owner).success) continue;
        // `list` yields the files of one user consecutively.
        if (owner !== person) [person, named] = [owner, await namedOf(owner)];
        if (named.has(path)) continue;
        const since = suspected.get(`${bucket}/${path}`) ?? performance.now();
        if (performance.now() - since < graceMs) {
          found.set(`${bucket}/${path}`, since);
          continue;
        }
        await storage.remove(bucket, path);
        removed += 1;
      }
    };
    await sweep("avatars", async (person) => {
      const row = await db.selectFrom("profiles").select("photo_url").where("id", "=", person).executeTakeFirst();
      const named = photoPath(row?.photo_url ?? null);
      return new Set(named ? [named] : []);
    });
    await sweep("case-studies", async (person) => {
      const cases = await db.selectFrom("cases").select("studies_urls").where("patient_id", "=", person).execute();
      const messages = await db.selectFrom("messages").select("file_path").where("author_id", "=", person).execute();
      return new Set([
        ...cases.flatMap(({ studies_urls }) => studies_urls),
        ...messages.flatMap(({ file_path }) => file_path ?? []),
      ]);
    });
    await sweep("licence-evidence", async (person) => {
      const licences = await db.selectFrom("licences").select("evidence_path").where("kine_id", "=", person).execute();
      return new Set(licences.flatMap(({ evidence_path }) => evidence_path ?? []));
    });
    suspected = found;
    return removed;
  };
}
