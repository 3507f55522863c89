import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import { useRetry } from "../../client/connection.ts";
import { useSubmit } from "../../client/form.tsx";
import { useWarningBeforeLeaving } from "../../client/unsaved.ts";
import { uploadStudy } from "../../client/upload.ts";
import type { NewCase } from "../../domain/cases/case-input.ts";
import type { CaseForm } from "../../domain/cases/case-form.tsx";
import { useAskedConsent } from "../../domain/consents/use-asked-consent.ts";
import { errorMessage, isServerAway } from "../../shared/errors.ts";
import { type StudyFile, useStudyFiles } from "../../domain/studies/use-study-files.ts";

const LOST = "Se cortó la conexión. Lo mandamos de nuevo apenas vuelva.";
/** The progress when all bytes are sent; the rest is the server's check of the file. */
const SENT_PERCENT = 99;

type Options = {
  form: CaseForm;
  /** The number of existing studies that the case keeps. */
  kept?: number;
  /** Saves the case and returns its id. */
  save: (fields: NewCase) => Promise<string>;
  onFailure: (error: unknown) => unknown;
  /** The case is saved, and its studies were uploaded or dropped. */
  onDone: () => void;
};

/**
 * Publishes a case, new or edited: the consent, the case, then its studies, one by one. The states:
 * "editing" → "saving" → "uploading" ⇄ "interrupted" → "editing". Without studies, "saving" ends in "editing".
 */
export function usePublishCase({ form, kept = 0, save, onFailure, onDone }: Options) {
  const queryClient = useQueryClient();
  const consent = useAskedConsent();
  const [savedId, setSavedId] = useState<string | null>(null);
  const files = useStudyFiles(kept);
  const { items, setItems, clear } = files;
  /** The files to upload; the controller aborts the attempt in progress. */
  const pending = useRef(new Map<string, AbortController | null>());

  const isUploading = items.some(({ progress }) => progress !== null);
  const isWorking = form.formState.isSubmitting || isUploading;
  const state = savedId === null ? (isWorking ? "saving" : "editing") : isWorking ? "uploading" : "interrupted";
  useWarningBeforeLeaving(savedId !== null);

  const change = (id: string, news: Partial<StudyFile>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...news } : item)));

  const finish = () => {
    pending.current.clear();
    setSavedId(null);
    clear();
    onDone();
    void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
  };

  const uploadOne = async (caseId: string, { id, bytes, isLost: wasLost }: StudyFile, { signal }: AbortController) => {
    try {
      signal.throwIfAborted();
      const file = await bytes();
      signal.throwIfAborted();
      const onProgress = (share: number) => change(id, { progress: Math.round(share * SENT_PERCENT) });
      await uploadStudy(caseId, file, { signal, key: id, onProgress });
      change(id, { progress: null, isDone: true });
      pending.current.delete(id);
    } catch (error) {
      const isLost = !signal.aborted && (error instanceof TypeError || (wasLost === true && isServerAway(error)));
      const why = isLost ? LOST : errorMessage(error);
      change(id, { progress: null, error: signal.aborted ? "Envío cancelado" : why, isLost });
      pending.current.set(id, null);
    }
  };

  /** Uploads the files that are neither uploaded nor in progress, one after the other. */
  const upload = async (caseId: string, sent: StudyFile[]) => {
    const waiting = sent
      .filter(({ id }) => pending.current.get(id) === null)
      .map((file) => ({ file, controller: new AbortController() }));
    for (const { file, controller } of waiting) {
      pending.current.set(file.id, controller);
      change(file.id, { progress: 0, error: undefined, isLost: false });
    }
    for (const { file, controller } of waiting) await uploadOne(caseId, file, controller);
    if (pending.current.size === 0) finish();
  };

  const submit = useSubmit(async () => {
    const isConsented = consent.check();
    await form.handleSubmit(async (fields) => {
      if (!isConsented) return consent.box.current?.focus();
      const chosen = await files.chosen();
      if (chosen === null) return;
      try {
        await consent.give();
        const caseId = await save(fields);
        void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
        if (chosen.length === 0) return finish();
        setSavedId(caseId);
        pending.current = new Map(chosen.map(({ id }) => [id, null]));
        await upload(caseId, chosen);
      } catch (error) {
        consent.noteRefusal(error);
        await onFailure(error);
      }
    })();
  });

  // Files lost to the network are sent again automatically; files that the server refused wait for the user.
  const lost = items.filter(({ isLost }) => isLost && !isUploading);
  useRetry(savedId !== null && lost.length > 0, () => {
    if (savedId && navigator.onLine) void upload(savedId, lost);
  });

  const studies = {
    ...files,
    cancel: (id: string) => pending.current.get(id)?.abort(),
    retry: (retried: string) => {
      const retriedFiles = items.filter(({ id }) => id === retried);
      if (savedId) void upload(savedId, retriedFiles);
    },
  };
  return { state, consent, studies, submit, finish } as const;
}

export type Publishing = ReturnType<typeof usePublishCase>;
