import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { queries } from "../../client/api.ts";
import { chosenKine } from "../../client/chosen-kine.ts";
import { CASE_CREATED_NOTICE_MS, PHONE_MISSING_NOTICE_MS } from "../../domain/cases/case.ts";
import {
  type CaseFields,
  differences,
  emptyCase,
  keepCaseDraft,
  readCaseDraft,
} from "../../domain/cases/case-draft.ts";
import { NewCase } from "../../domain/cases/case-input.ts";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { CaseCoverageField, type CaseForm, CaseTexts, StudiesAccessField } from "../../domain/cases/case-form.tsx";
import { CaseMore } from "../../domain/cases/case-more.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { StudiesDrop } from "../../domain/studies/studies-drop.tsx";
import { errorCatalogue, errorCode, errorMessage } from "../../shared/errors.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { usePublishCase } from "./use-publish-case.ts";

/** The initial values of a new case. */
const startOf = (city: string | null, coverage: CaseFields["coverage"]): CaseFields => ({
  ...emptyCase,
  location_city: city ?? "",
  coverage,
});

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

/** Rendered inside the dialog, whose window may load after the dialog opens; the window itself takes the focus first. */
function FocusOnTitle({ setFocus }: Pick<CaseForm, "setFocus">) {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFocus("title"));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  return null;
}

export type CreateCaseDialogProps = { userId: string; isOpen: boolean; onClose: () => void };

/** Publishes a case, then uploads its studies. The draft survives closing the dialog and reloading. */
export function CreateCaseDialog({ userId, isOpen, onClose }: CreateCaseDialogProps) {
  const formId = useId();
  const navigate = useNavigate();
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
      <FocusOnTitle setFocus={form.setFocus} />
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
        {chosen && (
          <p className="rounded-card bg-primary-soft p-4">
            Publicá tu caso y {chosen.name} lo va a poder ver y postularse, igual que otros especialistas.
          </p>
        )}
        <Purpose of="case" />
        <CaseTexts form={form} />
        <StudiesDrop studies={studies} isDisabled={isSaving} />
        {studies.items.length > 0 && <StudiesAccessField form={form} />}
        <Purpose of="studies" />
        <CaseCoverageField form={form} />
        <CaseMore form={form} />
        <ConsentField consent={consent} />
        <AfterPublishing />
      </form>
    </PublishDialog>
  );
}
