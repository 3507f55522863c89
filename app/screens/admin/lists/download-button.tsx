import { useMutation } from "@tanstack/react-query";
import { queries } from "../../../client/api.ts";
import { toastFailure } from "../../../client/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";

type Asked = Parameters<(typeof queries.downloads.csv)["call"]>[0];

/** "Descargar CSV": the whole list with its search and filter; the download is recorded in the audit log. */
export function DownloadButton({ asked, label }: { asked: Asked; label?: string }) {
  const csv = useMutation(
    queries.downloads.csv.mutationOptions({
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => toastFailure("No se pudo descargar la lista", error),
    }),
  );
  return <CsvButton label={label} isPending={csv.isPending} onPress={() => csv.mutate(asked)} />;
}

type CsvButtonProps = { label?: string; isPending: boolean; onPress: () => void };

/** The button of a download, whose usual words phones shorten to "CSV". */
export function CsvButton({ label, isPending, onPress }: CsvButtonProps) {
  return (
    <Button variant="secondary" icon="download" isPending={isPending} onPress={onPress}>
      {label ?? (
        <span>
          <span className="max-md:sr-only">Descargar </span>CSV
        </span>
      )}
    </Button>
  );
}
