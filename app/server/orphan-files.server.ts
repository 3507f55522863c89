import { z } from "zod";
import type { Services } from "./services.server.ts";
import type { Bucket } from "./storage.server.ts";

/** An upload is done long before: what no row names by then never will be named. */
const OLD_MS = 60 * 60 * 1000;

/**
 * Removes photos and studies that no row names, left by whoever died between file and row, and halves of files. Throws what
 * database or storage throw. Returns how many went.
 */
export async function sweepOrphanFiles({ db, storage }: Pick<Services, "db" | "storage">, olderThanMs = OLD_MS): Promise<number> {
  let removed = 0;
  const sweep = async (bucket: Bucket, namedOf: (person: string) => Promise<Set<string>>) => {
    let [person, named] = ["", new Set<string>()];
    for await (const { path, modified } of storage.list(bucket, "")) {
      if (Date.now() - modified.getTime() < olderThanMs) continue;
      const [owner = ""] = path.split("/");
      if (!z.uuid().safeParse(owner).success) continue;
      // The files of one person come one after the other.
      if (owner !== person) [person, named] = [owner, await namedOf(owner)];
      if (named.has(path)) continue;
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
  return removed;
}
