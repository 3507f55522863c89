import { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import type { Bucket } from "../../platform/storage/storage.server.ts";

/** An upload is done long before: what no row names by then never will be named. Less than passes between two sweeps. */
const UNNAMED_MS = 55 * 60 * 1000;

/**
 * Removes photos and studies that no row names, left by whoever died between file and row, and halves of files: what one sweep
 * finds unnamed goes with one that finds it so `unnamedMs` later. How long ago a file was written, by whichever clock, says
 * nothing. A sweep throws what database or storage throw, and returns how many went.
 */
export function openOrphanSweep({ db, storage }: Pick<Services, "db" | "storage">, unnamedMs = UNNAMED_MS): () => Promise<number> {
  let suspected = new Map<string, number>();

  return async () => {
    const found = new Map<string, number>();
    let removed = 0;
    const sweep = async (bucket: Bucket, namedOf: (person: string) => Promise<Set<string>>) => {
      let [person, named] = ["", new Set<string>()];
      for await (const path of storage.list(bucket, "")) {
        const [owner = ""] = path.split("/");
        if (!z.uuid().safeParse(owner).success) continue;
        // The files of one person come one after the other.
        if (owner !== person) [person, named] = [owner, await namedOf(owner)];
        if (named.has(path)) continue;
        const since = suspected.get(`${bucket}/${path}`) ?? performance.now();
        if (performance.now() - since < unnamedMs) {
          found.set(`${bucket}/${path}`, since);
          continue;
        }
        await storage.remove(bucket, path);
        removed += 1;
      }
    };
    await sweep("avatars", async (person) => {
      const row = await db.selectFrom("profiles").select("photo_url").where("id", "=", person).executeTakeFirst();
      const named = row?.photo_url?.replace(/^\/files\/avatars\//, "").replace(/\?.*$/, "");
      return new Set(named ? [named] : []);
    });
    await sweep("case-studies", async (person) => {
      const cases = await db.selectFrom("cases").select("studies_urls").where("patient_id", "=", person).execute();
      return new Set(cases.flatMap(({ studies_urls }) => studies_urls));
    });
    suspected = found;
    return removed;
  };
}
