import { useState } from "react";
import { api } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

/** "Descargar mis datos": the export of everything stored about the user. */
export function DownloadOwnData() {
  const [isPending, setPending] = useState(false);

  async function download() {
    setPending(true);
    try {
      const { url } = await api.exports.ask();
      toast.success("Tu descarga está en camino");
      location.assign(url);
    } catch (error) {
      toastFailure("No se pudieron descargar tus datos", error);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button variant="secondary" icon="download" isPending={isPending} onPress={() => void download()}>
      Descargar mis datos
    </Button>
  );
}
