import { useMutation } from "@tanstack/react-query";
import { queries } from "../../../client/api.ts";
import { toastFailure } from "../../../client/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";

type Asked = Parameters<(typeof queries.downloads.csv)["call"]>[0];

/** "Descargar CSV": the whole list with its search and filter; the download is recorded in the audit log. */
export function DownloadButton({ asked, label = "Descargar CSV" }: { asked: Asked; label?: string }) {
  const csv = useMutation(
    queries.downloads.csv.mutationOptions({
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => toastFailure("No se pudo descargar la lista", error),
    }),
  );
  return (
    <Button variant="secondary" icon="download" isPending={csv.isPending} onPress={() => csv.mutate(asked)}>
      {label}
    </Button>
  );
}
