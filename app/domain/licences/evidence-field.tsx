import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { uploadEvidence } from "../../client/upload.ts";
import { formatShortDay } from "../../shared/format.ts";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { studyProblem } from "../cases/study-problem.ts";

type EvidenceFieldProps = { id: string; name: string; sentAt: Date | null };

/** Sends a file that shows a licence, which only admins see. The native input covers its button. */
export function EvidenceField({ id, name, sentAt }: EvidenceFieldProps) {
  const hint = useId();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: (file: File) => uploadEvidence(id, file),
    onSuccess: async () => {
      toast.success("Constancia enviada");
      await queryClient.invalidateQueries({ queryKey: queries.licences.key() });
    },
    onError: (error) => toastFailure("No se pudo enviar la constancia", error),
  });
  async function send(file: File | undefined) {
    if (!file) return;
    const problem = await studyProblem(file);
    if (problem) toast.error(problem);
    else sending.mutate(file);
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <span
        className={`relative has-focus-visible:outline-3 has-focus-visible:outline-(--focus) ${buttonLook("secondary", "small")}`}
      >
        {sending.isPending ? <Spinner /> : <Icon name="upload" />}
        {sentAt ? "Cambiar la constancia" : "Subir constancia"}
        <input
          type="file"
          accept=".jpg,.jpeg,.png,.pdf,image/jpeg,image/png,application/pdf"
          aria-label={`${sentAt ? "Cambiar la constancia" : "Subir constancia"} de ${name}`}
          aria-describedby={hint}
          disabled={sending.isPending}
          onChange={(event) => {
            send(event.target.files?.[0]);
            event.target.value = "";
          }}
          className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
        />
      </span>
      <span id={hint} className="text-sm text-muted">
        {sentAt ? `Enviada el ${formatShortDay(sentAt)}.` : "JPG, PNG o PDF."} Solo la ven los administradores, y se
        borra a los 90 días de la decisión.
      </span>
    </div>
  );
}
