import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { useForm } from "react-hook-form";
import { queries } from "../../client/api.ts";
import { CASE_CREATED_NOTICE_MS, NewCase, PHONE_MISSING_NOTICE_MS } from "../../domain/cases/case.ts";
import { type CaseFields, emptyCase, keepCaseDraft, readCaseDraft } from "../../domain/cases/case-draft.ts";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { CaseTexts, StudiesAccessField } from "../../domain/cases/case-form.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { StudiesDrop } from "../../domain/studies/studies-drop.tsx";
import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { PublishDialog } from "./publish-dialog.tsx";
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
  const create = useMutation(queries.cases.create.mutationOptions());
  const publishing = usePublishCase({
    form,
    save: async (fields) => {
      const { id } = await create.mutateAsync(fields);
      form.reset(emptyCase);
      keepCaseDraft(userId, emptyCase);
      return id;
    },
    onFailure: (error) => {
      if (errorCode(error) === "PHONE_MISSING")
        toast.error(errorCatalogue.PHONE_MISSING.message, { duration: PHONE_MISSING_NOTICE_MS });
      else toast.error(`Error al crear caso: ${errorMessage(error)}`);
    },
    onDone: () => {
      toast.success("Tu caso fue creado. Los especialistas ahora pueden postularse.", {
        duration: CASE_CREATED_NOTICE_MS,
      });
      onClose();
    },
  });
  const { studies, consent, submit } = publishing;
  const isSaving = publishing.state === "saving";
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
          <Button variant="secondary" onPress={close} isDisabled={isSaving}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} isPending={isSaving} pendingLabel="Publicando…">
            Publicar caso
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
        <Purpose of="case" />
        <CaseTexts form={form} />
        <StudiesDrop studies={studies} isDisabled={isSaving} />
        <StudiesAccessField form={form} />
        <Purpose of="studies" />
        <AfterPublishing />
        <ConsentField consent={consent} />
      </form>
    </PublishDialog>
  );
}
