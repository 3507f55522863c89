import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Answers, queries } from "../../client/api.ts";
import { ConsentField } from "../../domain/consents/consent-field.tsx";
import { Purpose } from "../../domain/consents/purpose.tsx";
import { CaseCoverageField, CaseTexts, StudiesAccessField } from "../../domain/cases/case-form.tsx";
import { MAX_STUDIES } from "../../domain/cases/case.ts";
import { inWords } from "../../domain/cases/case-words.ts";
import { KeptStudies } from "../../domain/studies/kept-studies.tsx";
import { StudiesDrop } from "../../domain/studies/studies-drop.tsx";
import { errorCode } from "../../shared/errors.ts";
import { CaseMore } from "../../domain/cases/case-more.tsx";
import { Button } from "../../ui/button.tsx";
import { ChangedElsewhere } from "../../ui/changed-elsewhere.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useEditCase } from "./use-edit-case.ts";
import { PublishDialog } from "./publish-dialog.tsx";

type OwnCase = Answers["cases"]["get"];
export type EditCaseDialogProps = { caseId: string; isOpen: boolean; onClose: () => void };

/** Edits the patient's own case while it is open. The draft survives closing the dialog and reloading. */
export function EditCaseDialog({ caseId, isOpen, onClose }: EditCaseDialogProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...queries.cases.get.queryOptions({ input: { id: caseId } }),
    enabled: isOpen,
  });
  // The form stays when the case stops being open, so that no input is lost.
  const [wasOpen, setWasOpen] = useState(false);
  if (data?.status === "open" && !wasOpen) setWasOpen(true);
  if (data && wasOpen) return <EditForm published={data} isOpen={isOpen} onClose={onClose} />;
  const isMissing = ["CASE_NOT_FOUND", "BAD_INPUT"].includes(errorCode(error) ?? "");
  return (
    <Dialog hasAddress isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Editar caso">
      {data ? (
        <ErrorState message="Este caso ya no se puede editar" detail="Solo se puede editar un caso abierto." />
      ) : isMissing ? (
        <ErrorState message="Caso no encontrado" detail="Puede que lo hayas retirado. Volvé a la lista de tus casos." />
      ) : error ? (
        <ErrorState message="Error al cargar el caso" onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <CardListSkeleton count={2} />
      )}
    </Dialog>
  );
}

function EditForm({ published, isOpen, onClose }: { published: OwnCase; isOpen: boolean; onClose: () => void }) {
  const formId = useId();
  const editing = useEditCase(published, onClose);
  const { form, publishing, removed, kept, conflicts, hasChanges } = editing;
  const { studies, consent, submit } = publishing;
  const isSaving = publishing.state === "saving";
  const isOpenCase = published.status === "open";
  return (
    <PublishDialog
      publishing={publishing}
      isOpen={isOpen}
      onClose={onClose}
      title="Editar caso"
      saved={{ title: "Tus cambios ya están publicados", news: "Los especialistas ya leen tus cambios." }}
      actions={
        <>
          <Button variant="secondary" isDisabled={isSaving} onPress={hasChanges ? editing.discard : onClose}>
            {hasChanges ? "Descartar cambios" : "Cancelar"}
          </Button>
          <Button type="submit" form={formId} isPending={isSaving} isDisabled={!isOpenCase} pendingLabel="Guardando…">
            Guardar cambios
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-6">
        {!isOpenCase && (
          <p role="alert" className="rounded-card bg-warning-soft p-4">
            El caso ya no está abierto y no se puede editar. Lo que escribiste sigue acá.
          </p>
        )}
        {isOpenCase && conflicts.length > 0 && (
          <ChangedElsewhere
            title="El caso cambió mientras lo editabas."
            saved={inWords(published, conflicts)}
            onUseSaved={editing.discard}
            onKeepMine={editing.keepMine}
          />
        )}
        <CaseTexts form={form} />
        {published.studies.length > 0 && (
          <KeptStudies
            studies={published.studies}
            removed={removed}
            onChange={editing.setRemoved}
            hasRoom={kept + studies.items.length < MAX_STUDIES}
            isDisabled={isSaving}
          />
        )}
        <StudiesDrop studies={studies} isDisabled={isSaving} />
        {kept + studies.items.length > 0 && <StudiesAccessField form={form} />}
        <Purpose of="studies" />
        <CaseCoverageField form={form} />
        <CaseMore form={form} />
        <ConsentField consent={consent} />
      </form>
    </PublishDialog>
  );
}
