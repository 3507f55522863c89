import { useEffect, useRef, useState } from "react";
import { downscale } from "../../client/downscale.ts";
import { newIdempotencyKey } from "../../client/idempotency-keys.ts";
import { uploadStudy } from "../../client/upload.ts";
import { errorMessage, isServerAway } from "../../shared/errors.ts";
import type { FileRow } from "../../ui/file-row.tsx";
import { toast } from "../../ui/toast.tsx";
import { MAX_STUDIES, studyProblem, TOO_MANY_STUDIES } from "../cases/case.ts";

/** `key` is the upload's idempotency key, the same for every attempt; `isLost` means that the network failed during it. */
type StudyFile = FileRow & { file: File; key: string; isLost?: boolean };

const LOST = "Se cortó la conexión. Lo mandamos de nuevo apenas vuelva.";
/** The rest of the progress is the server's check of the file. */
const SENT_PERCENT = 99;

/** The files chosen for a case, besides the `kept` ones it has, and their upload. */
export function useStudyFiles(kept = 0) {
  const [items, setItems] = useState<StudyFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const travels = useRef(new Map<string, AbortController>());
  // The downscaled files, cached: a retry must send identical bytes.
  const smallerOf = useRef(new WeakMap<File, File>());
  const previews = useRef<string[]>([]);
  const chosenSoFar = useRef(0);
  useEffect(() => () => previews.current.forEach((url) => URL.revokeObjectURL(url)), []);

  const change = (id: string, news: Partial<StudyFile>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...news } : item)));

  const add = (files: File[]) => {
    const { fitting, problems } = sortOut(files, MAX_STUDIES - kept - items.length);
    for (const each of problems) toast.error(each);
    setProblem(problems.join(". ") || undefined);
    const rows = fitting.map((file) => asRow(file, `file-${(chosenSoFar.current += 1)}`));
    previews.current.push(...rows.flatMap(({ previewUrl }) => previewUrl ?? []));
    setItems((now) => [...now, ...rows].slice(0, MAX_STUDIES - kept));
  };

  const send = async (caseId: string, { id, file, key, isLost: wasLost }: StudyFile, signal: AbortSignal) => {
    try {
      signal.throwIfAborted();
      const smaller = smallerOf.current.get(file) ?? (await downscale(file));
      smallerOf.current.set(file, smaller);
      signal.throwIfAborted();
      const onProgress = (share: number) => change(id, { progress: Math.round(share * SENT_PERCENT) });
      await uploadStudy(caseId, smaller, { signal, key, onProgress });
      change(id, { progress: null, isDone: true });
      return true;
    } catch (error) {
      const isLost = !signal.aborted && (error instanceof TypeError || (wasLost === true && isServerAway(error)));
      const why = isLost ? LOST : errorMessage(error);
      change(id, { progress: null, error: signal.aborted ? "Envío cancelado" : why, isLost });
      return false;
    } finally {
      travels.current.delete(id);
    }
  };

  /** Uploads the files that are neither uploaded nor in progress, one after the other. Resolves with the ids that arrived. */
  const sendAll = async (caseId: string, chosen: StudyFile[]) => {
    const waiting = chosen
      .filter((item) => !item.isDone && !travels.current.has(item.id))
      .map((item) => ({ item, controller: new AbortController() }));
    for (const { item, controller } of waiting) {
      travels.current.set(item.id, controller);
      change(item.id, { progress: 0, error: undefined, isLost: false });
    }
    const arrived: string[] = [];
    for (const { item, controller } of waiting) {
      if (await send(caseId, item, controller.signal)) arrived.push(item.id);
    }
    return arrived;
  };

  return {
    items,
    problem,
    add,
    remove: (id: string) => {
      setProblem(undefined);
      setItems((now) => now.filter((item) => item.id !== id));
    },
    cancel: (id: string) => travels.current.get(id)?.abort(),
    sendAll,
    clear: () => {
      setProblem(undefined);
      setItems([]);
    },
  };
}

function sortOut(files: File[], room: number): { fitting: File[]; problems: string[] } {
  const problems = files.flatMap((file) => studyProblem(file) ?? []);
  const sound = files.filter((file) => studyProblem(file) === null);
  if (sound.length > room) problems.unshift(TOO_MANY_STUDIES);
  return { fitting: sound.slice(0, room), problems };
}

function asRow(file: File, id: string): StudyFile {
  const previewUrl = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
  return { id, file, key: newIdempotencyKey(), name: file.name, size: file.size, previewUrl, progress: null };
}
