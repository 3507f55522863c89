import { useState } from "react";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const grouped = (code: string) => code.replace(/(.{4})(?!$)/g, "$1-");

/** New recovery codes, shown once: to copy, download or write down. */
export function CodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const { productName } = useProduct();
  const [shown, setShown] = useState(codes);
  if (codes && codes !== shown) setShown(codes);
  const lines = shown?.map(grouped) ?? [];

  function download() {
    const text = `Códigos de recuperación de ${productName}\nCada uno sirve una sola vez.\n\n${lines.join("\n")}\n`;
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: "codigos-de-recuperacion.txt" });
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Dialog
      isOpen={codes !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Guardá tus códigos de recuperación"
      footer={<Button onPress={onClose}>Ya los guardé</Button>}
    >
      <div className="flex flex-col gap-4">
        <p>
          Si perdés tu app o tu llave, entrás con uno de estos códigos. Cada uno sirve una sola vez y no los vas a ver
          de nuevo: guardalos fuera de este dispositivo.
        </p>
        <ul className="grid gap-x-6 gap-y-2 rounded-card bg-sunken p-4 sm:grid-cols-2">
          {lines.map((line) => (
            <li key={line}>
              <code className="text-lg tabular-nums">{line}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={lines.join("\n")} label="Copiar" />
          <Button variant="quiet" size="small" icon="download" onPress={download}>
            Descargar
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
