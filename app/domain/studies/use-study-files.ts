import { useEffect, useRef, useState } from "react";
import { downscale } from "../../client/downscale.ts";
import { newIdempotencyKey } from "../../client/idempotency-keys.ts";
import type { FileRow } from "../../ui/file-row.tsx";
import { MAX_STUDIES, TOO_MANY_STUDIES } from "../cases/case.ts";
import { studyProblem } from "../cases/study-problem.ts";

/**
 * A chosen study. `id` is also the idempotency key of its upload, the same for every attempt; `bytes` are the downscaled
 * file, identical in every attempt; `isLost` means that the network failed during an attempt.
 */
export type StudyFile = FileRow & { bytes: () => Promise<File>; isLost?: boolean };

/** The studies chosen in a form, at most five with the `kept` ones, each checked. */
export function useStudyFiles(kept = 0) {
  const [items, setState] = useState<StudyFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(items);
  const setItems = (change: (now: StudyFile[]) => StudyFile[]) => setState((latest.current = change(latest.current)));
  /** The files that are being checked; true where one of them was refused. */
  const checking = useRef<Promise<boolean> | null>(null);
  const previews = useRef<string[]>([]);
  useEffect(() => () => previews.current.forEach((url) => URL.revokeObjectURL(url)), []);
  return {
    items,
    problem,
    setItems,
    /** What was chosen once all of it is checked: the check may still load its code. Null where a file was refused meanwhile, which the form says. */
    chosen: async () => ((await checking.current) ? null : latest.current),
    add: async (files: File[]) => {
      const earlier = checking.current;
      const check = (async () => {
        const wasRefused = await earlier;
        const { fitting, problems } = await sortOut(files, MAX_STUDIES - kept - latest.current.length);
        setProblem(problems.join(". ") || undefined);
        const added = fitting.map(asStudyFile);
        previews.current.push(...added.flatMap(({ previewUrl }) => previewUrl ?? []));
        setItems((now) => [...now, ...added].slice(0, MAX_STUDIES - kept));
        return wasRefused || problems.length > 0;
      })();
      checking.current = check;
      await check;
      if (checking.current === check) checking.current = null;
    },
    remove: (removed: string) => {
      setProblem(undefined);
      setItems((now) => now.filter(({ id }) => id !== removed));
    },
    clear: () => {
      setProblem(undefined);
      setItems(() => []);
    },
  };
}

async function sortOut(files: File[], room: number): Promise<{ fitting: File[]; problems: string[] }> {
  const judged = await Promise.all(files.map(async (file) => ({ file, wrong: await studyProblem(file) })));
  const problems = judged.flatMap(({ wrong }) => wrong ?? []);
  const sound = judged.flatMap(({ file, wrong }) => (wrong === null ? file : []));
  if (sound.length > room) problems.unshift(TOO_MANY_STUDIES);
  return { fitting: sound.slice(0, room), problems };
}

function asStudyFile(file: File): StudyFile {
  const previewUrl = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
  let smaller: Promise<File> | undefined;
  const bytes = () => (smaller ??= downscale(file));
  return { id: newIdempotencyKey(), bytes, name: file.name, size: file.size, previewUrl, progress: null };
}
