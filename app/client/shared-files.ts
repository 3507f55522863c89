import { SHARED_FILES } from "./personal-storage.ts";

/** The page opens at once. Files not taken within this time are dropped: somebody else may use the browser by now. */
const LONGEST_MS = 2 * 60_000;

/** Takes the files that another app has just shared with this one under `id`, and deletes all such files from the cache. */
export async function takeSharedFiles(id: string): Promise<File[]> {
  if (!("caches" in globalThis)) return [];
  const cache = await caches.open(SHARED_FILES);
  const own = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(`/compartido/${id}/`));
  const answers = await Promise.all(own.map((request) => cache.match(request)));
  const files = answers.map(async (answer) => {
    const at = Number(answer?.headers.get("x-shared-at"));
    if (!answer || Date.now() - at > LONGEST_MS) return null;
    const bytes = await answer.blob();
    return new File([bytes], decodeURIComponent(answer.headers.get("x-name") ?? "archivo"), { type: bytes.type });
  });
  const taken = (await Promise.all(files)).filter((file) => file !== null);
  await caches.delete(SHARED_FILES);
  return taken;
}
