import { SHARED_FILES } from "./forget-shared-files.ts";

/** The page opens at once. What nobody took until then is forgotten: somebody else may use the browser by now. */
const LONGEST_MS = 2 * 60_000;

/** The files that another app has just shared with this one; they are kept no longer. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!("caches" in globalThis)) return [];
  const kept = await caches.open(SHARED_FILES);
  const answers = await Promise.all((await kept.keys()).map((request) => kept.match(request)));
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
