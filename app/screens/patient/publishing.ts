import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queries } from "../../client/api.ts";
import type { NewCase } from "../../domain/cases/case.ts";
import { emptyCase, keepCaseDraft } from "../../domain/cases/case-draft.ts";
import type { CaseForm } from "../../domain/cases/case-form.tsx";
import type { useStudyFiles } from "../../domain/cases/study-files.ts";
import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";

type Parts = { form: CaseForm; studies: ReturnType<typeof useStudyFiles>; userId: string; onDone: () => void };

/** The two steps of a new case: the case itself, then its files, which may fail and be sent again or left. */
export function usePublishing({ form, studies, userId, onDone }: Parts) {
  const queryClient = useQueryClient();
  const create = useMutation(queries.cases.create.mutationOptions());
  const [caseId, setCaseId] = useState<string | null>(null);
  const waiting = useRef(new Set<string>());
  const isPublished = caseId !== null;
  useWarningBeforeLeaving(isPublished);

  const finish = () => {
    setCaseId(null);
    studies.clear();
    toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", { duration: 4000 });
    void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
    onDone();
  };

  const publish = async (newCase: NewCase) => {
    try {
      const { id } = await create.mutateAsync(newCase);
      form.reset(emptyCase);
      keepCaseDraft(userId, emptyCase);
      if (studies.items.length === 0) return finish();
      setCaseId(id);
      void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
      waiting.current = new Set(studies.items.map((item) => item.id));
      await send(id, studies.items);
    } catch (error) {
      if (errorCode(error) === "PHONE_MISSING") toast.error(errorCatalogue.PHONE_MISSING.message, { duration: 5000 });
      else toast.error(`Error al crear caso: ${errorMessage(error)}`);
    }
  };

  const send = async (id: string, files: typeof studies.items) => {
    for (const arrived of await studies.sendAll(id, files)) waiting.current.delete(arrived);
    if (waiting.current.size === 0) finish();
  };

  const retry = async (fileId: string) => {
    if (caseId) await send(caseId, studies.items.filter((item) => item.id === fileId));
  };

  return { isPublished, publish, retry, finish };
}

/** While files are on their way, the browser asks before the page goes. */
function useWarningBeforeLeaving(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
