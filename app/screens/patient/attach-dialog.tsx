import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queries } from "../../client/api.ts";
import { downscale } from "../../client/downscale.ts";
import { newIdempotencyKey } from "../../client/idempotency-keys.ts";
import { takeSharedFiles } from "../../client/shared-files.ts";
import { uploadStudy } from "../../client/upload.ts";
import { MAX_STUDIES, STUDIES_ACCESS_LABELS, STUDY_MAX_MB } from "../../domain/cases/case.ts";
import { studyProblem } from "../../domain/cases/study-problem.ts";
import { errorMessage } from "../../shared/errors.ts";
import { useSingleFlight } from "../../ui/after-paint.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.tsx";

/** `sharedId` is the id under which the service worker keeps the files. */
export type AttachDialogProps = { sharedId: string; isOpen: boolean; onClose: () => void; onCreate: () => void };
type Shared = { file: File; key: string; isDone: boolean };

/** The files that another app shared, until they are attached or the dialog is closed. */
function useShared(id: string, isOpen: boolean) {
  const [shared, setShared] = useState<Shared[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    const take = async () => {
      const files = await takeSharedFiles(id).catch(() => []);
      if (!isOver) setShared(files.map((file) => ({ file, key: newIdempotencyKey(), isDone: false })));
    };
    void take();
    return () => {
      isOver = true;
    };
  }, [id, isOpen]);
  return [shared, setShared] as const;
}

/** "Adjuntar a mi caso": attaches studies shared from another app to a case. */
export function AttachDialog({ sharedId, isOpen, onClose, onCreate }: AttachDialogProps) {
  const queryClient = useQueryClient();
  const [shared, setShared] = useShared(sharedId, isOpen);
  const own = useQuery({ ...queries.cases.mine.queryOptions({ input: {} }), enabled: isOpen });
  const cases = own.data?.items.filter(({ status }) => status !== "closed") ?? [];
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  // Chosen by the person, also when there is one: nothing goes to a case with a single press.
  const target = cases.find(({ id }) => id === chosen);
  const caseId = target?.id;
  const attach = useSingleFlight(async () => {
    if (!shared) return;
    if (!caseId) return setProblem("Elegí a qué caso");
    setSending(true);
    setProblem(undefined);
    const waiting = shared.filter(({ isDone }) => !isDone);
    const judged = await Promise.all(waiting.map(async (each) => ({ ...each, wrong: await studyProblem(each.file) })));
    const problems = judged.flatMap(({ wrong }) => wrong ?? []);
    try {
      // An invalid file does not stop the valid files.
      for (const { file, key } of judged.filter(({ wrong }) => wrong === null)) {
        await uploadStudy(caseId, await downscale(file), { key });
        setShared((now) => now?.map((each) => (each.key === key ? { ...each, isDone: true } : each)) ?? null);
      }
      if (problems.length < waiting.length) toast.success("Adjuntado a tu caso");
      if (problems.length === 0) return onClose();
      setProblem(problems.join(". "));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setSending(false);
      void queryClient.invalidateQueries({ queryKey: queries.cases.key() });
    }
  });
  const isReady = shared !== null && shared.length > 0 && cases.length > 0;
  return (
    <Dialog
      hasAddress
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Adjuntar a mi caso"
      footer={
        isReady && (
          <>
            <Button variant="secondary" onPress={onClose} isDisabled={isSending}>
              Cancelar
            </Button>
            <Button isPending={isSending} onPress={attach}>
              Adjuntar
            </Button>
          </>
        )
      }
    >
      {shared === null || own.isPending ? (
        <CardListSkeleton count={1} />
      ) : shared.length === 0 ? (
        <EmptyState title="No llegó ningún archivo">
          Compartilo de nuevo desde la otra aplicación, o adjuntalo al editar tu caso.
        </EmptyState>
      ) : cases.length === 0 ? (
        <EmptyState title="Todavía no tenés un caso en curso" action={<Button onPress={onCreate}>Crear Caso</Button>}>
          Publicá tu caso y adjuntá ahí tus estudios.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          <p className="text-muted">
            Llegó de otra aplicación. Adjuntalo solo si lo compartiste vos. Pueden ser hasta {MAX_STUDIES} archivos, de
            hasta {STUDY_MAX_MB} MB cada uno.
          </p>
          <ul role="list" aria-label="Archivos" className="grid gap-2">
            {shared.map(({ file, key, isDone }) => (
              <li key={key} className="rounded-card border border-line bg-surface p-3 wrap-anywhere">
                {file.name}
                {isDone && <span className="text-success"> · Adjuntado</span>}
              </li>
            ))}
          </ul>
          <RadioGroup
            label="¿A qué caso?"
            options={cases.map(({ id, title }) => ({ value: id, label: title }))}
            value={caseId ?? ""}
            onChange={setChosen}
          />
          {target && (
            <p className="text-muted" aria-live="polite">
              Lo pueden abrir: {STUDIES_ACCESS_LABELS[target.studies_access].toLowerCase()}.
            </p>
          )}
          <div role="alert">{problem && <p className="text-danger">{problem}</p>}</div>
        </div>
      )}
    </Dialog>
  );
}
