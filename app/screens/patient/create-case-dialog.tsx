import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import { useSubmit } from "../../client/form.tsx";
import { NewCase } from "../../domain/cases/case.ts";
import { type CaseFields, keepCaseDraft, readCaseDraft } from "../../domain/cases/case-draft.ts";
import { useConsent } from "../../domain/consents/use-consent.ts";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { CaseTexts, StudiesAccessField } from "../../domain/cases/case-form.tsx";
import { useStudyFiles } from "../../domain/studies/study-files.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { StudiesDrop } from "../../domain/studies/studies-drop.tsx";
import { StudyUploadProgress } from "./study-upload-progress.tsx";
import { usePublishCase } from "./use-publish-case.ts";

function AfterPublishing() {
  return (
    <div className="rounded-card bg-primary-soft p-4">
      <h3 className="mb-2 text-base">Qué pasa después de publicar</h3>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>Los especialistas verificados ven tu caso y se postulan. Te avisamos acá apenas llegue la primera.</li>
        <li>Vos elegís a quién aceptar. Recién entonces esa persona ve tu teléfono.</li>
        <li>Podés editar o retirar el caso mientras esté abierto.</li>
      </ol>
    </div>
  );
}

type CreateCaseDialogProps = { userId: string; isOpen: boolean; onClose: () => void };

/** Publishes a case, then uploads its studies. The draft survives closing the dialog and reloading. */
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
  const consent = useConsent();
  const { publish, sending } = usePublishCase({ form, studies, consent, userId, onDone: onClose });

  const submit = useSubmit(form.handleSubmit(publish, consent.check));

  const close = () => {
    if (sending.isSending) return sending.finish();
    form.clearErrors();
    onClose();
  };
  const isBusy = form.formState.isSubmitting || studies.items.some((item) => item.progress !== null);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
      isDismissable={!isBusy}
      title={sending.isSending ? "Tu caso ya está publicado" : "Crear Caso"}
      footer={
        sending.isSending ? (
          !isBusy && (
            <Button variant="secondary" onPress={sending.finish}>
              Terminar sin estos archivos
            </Button>
          )
        ) : (
          <>
            <Button variant="secondary" onPress={close} isDisabled={isBusy}>
              Cancelar
            </Button>
            <Button type="submit" form={formId} isPending={isBusy} pendingLabel="Publicando…">
              Publicar caso
            </Button>
          </>
        )
      }
    >
      {sending.isSending ? (
        <StudyUploadProgress
          news="Los especialistas ya pueden postularse."
          items={studies.items}
          onCancel={studies.cancel}
          onRetry={sending.retry}
        />
      ) : (
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
          <Purpose of="case" />
          <CaseTexts form={form} />
          <StudiesDrop studies={studies} isDisabled={isBusy} />
          <StudiesAccessField form={form} />
          <Purpose of="studies" />
          <AfterPublishing />
          <ConsentField consent={consent} />
        </form>
      )}
    </Dialog>
  );
}
