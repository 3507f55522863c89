import { useRef, useState } from "react";
import { useRetry } from "../../client/connection.ts";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import type { useStudyFiles } from "../../domain/studies/study-files.ts";

/** Uploads the chosen files to a saved case; failed files can be retried or dropped. */
export function useStudyUpload(studies: ReturnType<typeof useStudyFiles>, onSent: () => void) {
  const [caseId, setCaseId] = useState<string | null>(null);
  const waiting = useRef(new Set<string>());
  const isSending = caseId !== null;
  useWarningBeforeLeaving(isSending);

  const finish = () => {
    setCaseId(null);
    studies.clear();
    onSent();
  };

  const send = async (id: string, files: typeof studies.items) => {
    for (const arrived of await studies.sendAll(id, files)) waiting.current.delete(arrived);
    if (waiting.current.size === 0) finish();
  };

  // Network failures are retried automatically; files that the server refused wait for the user.
  const isTravelling = studies.items.some(({ progress }) => progress !== null);
  const lost = studies.items.filter((item) => item.isLost && !isTravelling);
  useRetry(isSending && lost.length > 0, () => {
    if (caseId && navigator.onLine) void send(caseId, lost);
  });

  return {
    /** Whether the case is saved but some of its files are not uploaded yet. */
    isSending,
    start: async (id: string) => {
      if (studies.items.length === 0) return finish();
      setCaseId(id);
      waiting.current = new Set(studies.items.map((item) => item.id));
      await send(id, studies.items);
    },
    retry: async (fileId: string) => {
      if (caseId)
        await send(
          caseId,
          studies.items.filter((item) => item.id === fileId),
        );
    },
    finish,
  };
}
