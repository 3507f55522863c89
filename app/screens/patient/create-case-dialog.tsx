import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import { MAX_STUDIES, NewCase, STUDY_EXTENSIONS } from "../../domain/cases/case.ts";
import { type CaseFields, keepCaseDraft, readCaseDraft } from "../../domain/cases/case-draft.ts";
import { CaseTexts, StudiesAccessField } from "../../domain/cases/case-form.tsx";
import { useStudyFiles } from "../../domain/cases/study-files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { SendingStudies } from "./sending-studies.tsx";
import { usePublishing } from "./publishing.ts";

const ACCEPT = [...STUDY_EXTENSIONS.map((extension) => `.${extension}`), "image/jpeg", "image/png", "application/pdf"].join();

type CreateCaseDialogProps = { userId: string; isOpen: boolean; onClose: () => void };

/** Publishes a case and then sends its studies. What was typed outlives the dialog, and a reload. */
export function CreateCaseDialog({ userId, isOpen, onClose }: CreateCaseDialogProps) {
  const formId = useId();
  const form = useForm<CaseFields, unknown, NewCase>({
    resolver: zodResolver(NewCase),
    defaultValues: readCaseDraft(userId),
  });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepCaseDraft(userId, values) }),
    [form, userId],
  );
  const studies = useStudyFiles();
  const publishing = usePublishing({ form, studies, userId, onDone: onClose });

  const close = () => {
    if (publishing.isPublished) return publishing.finish();
    form.clearErrors();
    onClose();
  };
  const isBusy = form.formState.isSubmitting || studies.items.some((item) => item.progress !== null);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      isDismissable={!isBusy}
      title={publishing.isPublished ? "Tu caso ya está publicado" : "Crear Caso"}
      footer={
        publishing.isPublished ? (
          !isBusy && <Button variant="secondary" onPress={publishing.finish}>Terminar sin estos archivos</Button>
        ) : (
          <>
            <Button variant="secondary" onPress={close} isDisabled={isBusy}>Cancelar</Button>
            <Button type="submit" form={formId} isPending={isBusy} pendingLabel="Publicando…">Publicar caso</Button>
          </>
        )
      }
    >
      {publishing.isPublished ? (
        <SendingStudies items={studies.items} onCancel={studies.cancel} onRetry={publishing.retry} />
      ) : (
        <form id={formId} noValidate onSubmit={form.handleSubmit(publishing.publish)} className="flex flex-col gap-6">
          <CaseTexts form={form} />
          <FileDrop
            label="Estudios"
            description={`Opcional. Hasta ${MAX_STUDIES} archivos JPG, PNG o PDF de 10 MB cada uno.`}
            accept={ACCEPT}
            items={studies.items}
            onSelect={studies.add}
            onRemove={studies.remove}
            errorMessage={studies.problem}
            isDisabled={isBusy}
          />
          <StudiesAccessField form={form} />
        </form>
      )}
    </Dialog>
  );
}
