import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { chosenKine } from "../../client/chosen-kine.ts";
import { useSubmit } from "../../client/form.tsx";
import { CASE_CREATED_NOTICE_MS, PHONE_MISSING_NOTICE_MS } from "../../domain/cases/case.ts";
import {
  type CaseFields,
  differences,
  emptyCase,
  keepCaseDraft,
  readCaseDraft,
} from "../../domain/cases/case-draft.ts";
import { NewCase } from "../../domain/cases/case-input.ts";
import { CASE_STEPS, CaseStep, mayLeave } from "../../domain/cases/case-steps.tsx";
import { proposedTitle } from "../../domain/cases/proposed-title.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { LastStep, OnePage } from "./new-case-pages.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { usePublishCase } from "./use-publish-case.ts";

/** The initial values of a new case. */
const startOf = (city: string | null, coverage: CaseFields["coverage"]): CaseFields => ({
  ...emptyCase,
  location_city: city ?? "",
  coverage,
});

/** `step` is the step shown on phones, from 1; `onStep` leads to another one, back to an earlier one. */
export type CreateCaseDialogProps = {
  userId: string;
  isOpen: boolean;
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
};

/**
 * Publishes a case, then uploads its studies: on phones in steps, one question a screen; on one page where there is room. The draft survives
 * closing the dialog and reloading.
 */
export function CreateCaseDialog({ userId, isOpen, step, onStep, onClose }: CreateCaseDialogProps) {
  const formId = useId();
  const navigate = useNavigate();
  const isWide = useIsWide();
  const profile = useQuery({ ...queries.profiles.mine.queryOptions(), enabled: isOpen, staleTime: Infinity });
  const city = profile.data?.location_city ?? null;
  const own = useQuery({ ...queries.coverages.own.queryOptions(), enabled: isOpen, staleTime: Infinity });
  const coverage = own.data?.coverage ?? null;
  const form = useForm<CaseFields, unknown, NewCase>({
    resolver: zodResolver(NewCase),
    defaultValues: readCaseDraft(userId) ?? startOf(city, coverage),
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          keepCaseDraft(userId, differences(values, startOf(city, coverage)).length > 0 ? values : null),
      }),
    [form, userId, city, coverage],
  );
  // The profile's neighbourhood and coverage are the likely values of the case; typed or drafted values stay.
  const [wasDrafted] = useState(() => readCaseDraft(userId) !== null);
  // `resetField` does nothing for a field that is not rendered yet, and the dialog's window may load after the answer.
  useEffect(() => {
    if (!wasDrafted) form.reset(startOf(city, coverage), { keepDirtyValues: true, keepErrors: true });
  }, [form, wasDrafted, city, coverage]);
  const [marked, setMarked] = useState<string[]>([]);
  const [chosen] = useState(chosenKine);
  const create = useMutation(queries.cases.create.mutationOptions());
  const publishing = usePublishCase({
    form,
    save: async (fields) => {
      const { id } = await create.mutateAsync(fields);
      form.reset(startOf(city, coverage));
      keepCaseDraft(userId, null);
      return id;
    },
    onFailure: (error) => {
      if (errorCode(error) === "PHONE_MISSING")
        toast.error(errorCatalogue.PHONE_MISSING.message, {
          duration: PHONE_MISSING_NOTICE_MS,
          // The draft of the case survives this navigation.
          action: { label: "Agregar mi teléfono", onPress: () => void navigate("/dashboard/patient/profile") },
        });
      else toast.error(`Error al crear caso: ${errorMessage(error)}`);
    },
    onDone: () => {
      toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", {
        duration: CASE_CREATED_NOTICE_MS,
      });
      onClose();
    },
  });
  const { studies, submit } = publishing;
  const isSaving = publishing.state === "saving";
  const name = isWide ? undefined : CASE_STEPS[step - 1];
  const next = useSubmit(async () => {
    if (!name || !(await mayLeave(name, form, marked))) return;
    const { title, injury_area, description } = form.getValues();
    // The title is proposed; a changed one stays.
    if (!title) form.setValue("title", proposedTitle({ zone: injury_area ?? "", words: description }));
    onStep(step + 1);
  });
  const close = () => {
    form.clearErrors();
    onClose();
  };
  return (
    <PublishDialog
      publishing={publishing}
      isOpen={isOpen}
      onClose={close}
      title="Crear Caso"
      saved={{ title: "Tu caso ya está publicado", news: "Los especialistas ya pueden postularse." }}
      actions={
        <>
          <Button
            variant="secondary"
            onPress={isWide || step === 1 ? close : () => onStep(step - 1)}
            isDisabled={isSaving}
          >
            {isWide || step === 1 ? "Cancelar" : "Volver"}
          </Button>
          {marked.length === 0 && (
            <Button type="submit" form={formId} isPending={isSaving} pendingLabel="Publicando…">
              {name ? (name === "signs" ? "Nada de esto" : "Seguir") : "Publicar caso"}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={name || marked.length > 0 ? next : submit} className="flex flex-col gap-6">
        {chosen && (
          <p className="rounded-card bg-primary-soft p-4">
            Publicá tu caso y {chosen.name} lo va a poder ver y responderte, igual que otros especialistas.
          </p>
        )}
        {name ? (
          <CaseStep {...{ name, form, studies, marked }} onMark={setMarked} />
        ) : isWide ? (
          <OnePage {...{ form, publishing, marked, isSaving }} onMark={setMarked} />
        ) : (
          <LastStep form={form} publishing={publishing} />
        )}
      </form>
    </PublishDialog>
  );
}
