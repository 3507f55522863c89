import { z } from "zod";
import type { Services } from "./services.server.ts";
import type { Bucket, Storage } from "./storage.server.ts";

/** An upload is done long before: what no row names by then never will be named. */
const OLD_MS = 60 * 60 * 1000;

/**
 * Removes photos and studies that no row names, left by whoever died between file and row, and halves of files. Throws what
 * database or storage throw. Returns how many went.
 */
export async function sweepOrphanFiles({ db, storage }: Pick<Services, "db" | "storage">, olderThanMs = OLD_MS): Promise<number> {
  let removed = 0;
  const sweep = async (bucket: Bucket, folder: string, isNamed: (path: string) => boolean) => {
    for (const name of await storage.list(bucket, folder)) {
      const path = `${folder}/${name}`;
      const file = await storage.find(bucket, path);
      if (!file || isNamed(path) || Date.now() - file.modified.getTime() < olderThanMs) continue;
      await storage.remove(bucket, path);
      removed += 1;
    }
  };
  for (const person of await peopleIn(storage, "avatars")) {
    const row = await db.selectFrom("profiles").select("photo_url").where("id", "=", person).executeTakeFirst();
    const named = row?.photo_url?.replace(/^\/files\/avatars\//, "").replace(/\?.*$/, "");
    await sweep("avatars", person, (path) => path === named);
  }
  for (const person of await peopleIn(storage, "case-studies")) {
    const cases = await db.selectFrom("cases").select("studies_urls").where("patient_id", "=", person).execute();
    const named = new Set(cases.flatMap(({ studies_urls }) => studies_urls));
    for (const caseId of await storage.list("case-studies", person)) {
      await sweep("case-studies", `${person}/${caseId}`, (path) => named.has(path));
    }
  }
  return removed;
}

async function peopleIn(storage: Storage, bucket: Bucket): Promise<string[]> {
  return (await storage.list(bucket, "")).filter((name) => z.uuid().safeParse(name).success);
}
