import { useMutation } from "@tanstack/react-query";
import { api, READ } from "../../client/api.ts";
import { savePdf } from "../../client/save-pdf.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";

/** Downloads the summary of a case with an accepted specialist. */
export function SummaryButton({ caseId }: { caseId: string }) {
  const download = useMutation({
    mutationFn: () => api.cases.summary({ id: caseId }, READ),
    onSuccess: ({ pdf }) => savePdf(pdf, "resumen.pdf"),
    onError: (error) => toastFailure("No se pudo armar el resumen", error),
  });
  return (
    <section aria-label="Resumen" className="flex flex-col items-start gap-2 print:hidden">
      <p className="text-sm text-muted">Un PDF con tu caso y quién te atiende, para tu médico o para un reintegro.</p>
      <Button variant="secondary" icon="download" isPending={download.isPending} onPress={() => download.mutate()}>
        Resumen
      </Button>
    </section>
  );
}
