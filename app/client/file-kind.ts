import { loadingLate } from "../ui/late.tsx";

const load = loadingLate(() => import("../platform/uploads/sandboxed/file-kind.ts"), false);

/** The format of a chosen file by its first kilobyte; null for others, "unknown" when the code that tells cannot load: the server decides. */
export const kindOfChosen = (file: Blob) =>
  load().then(
    ({ kindOfFile }) => kindOfFile(file),
    () => "unknown" as const,
  );
