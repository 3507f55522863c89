import { useMutation, useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { CASE_CREATED_NOTICE_MS, type NewCase, PHONE_MISSING_NOTICE_MS } from "../../domain/cases/case.ts";
import { emptyCase, keepCaseDraft } from "../../domain/cases/case-draft.ts";
import type { CaseForm } from "../../domain/cases/case-form.tsx";
import type { CurrentConsent } from "../../domain/consents/use-consent.ts";
import type { useStudyFiles } from "../../domain/studies/study-files.ts";
import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { toast } from "../../ui/toast.tsx";
import { useStudyUpload } from "./use-study-upload.ts";

type Parts = {
  form: CaseForm;
  studies: ReturnType<typeof useStudyFiles>;
  consent: CurrentConsent;
  userId: string;
  onDone: () => void;
};

/** Publishes a new case in two steps: the case, then its files. */
export function usePublishCase({ form, studies, consent, userId, onDone }: Parts) {
  const queryClient = useQueryClient();
  const create = useMutation(queries.cases.create.mutationOptions());
  const refresh = () => void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
  const sending = useStudyUpload(studies, () => {
    toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", {
      duration: CASE_CREATED_NOTICE_MS,
    });
    refresh();
    onDone();
  });

  const publish = async (newCase: NewCase) => {
    if (!consent.check()) return consent.box.current?.focus();
    try {
      await consent.give();
      const { id } = await create.mutateAsync(newCase);
      form.reset(emptyCase);
      keepCaseDraft(userId, emptyCase);
      refresh();
      await sending.start(id);
    } catch (error) {
      consent.isRefused(error);
      if (errorCode(error) === "PHONE_MISSING")
        toast.error(errorCatalogue.PHONE_MISSING.message, { duration: PHONE_MISSING_NOTICE_MS });
      else toast.error(`Error al crear caso: ${errorMessage(error)}`);
    }
  };

  return { publish, sending };
}
