import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileRowView } from "../../ui/file-row.tsx";
import type { Publishing } from "./use-publish-case.ts";

type PublishDialogProps = {
  publishing: Publishing;
  isOpen: boolean;
  onClose: () => void;
  title: string;
  actions: ReactNode;
  /** The title and the announced status once the case is saved. */
  saved: { title: string; news: string };
  children: ReactNode;
};

/** A case's form with its actions; once the case is saved, the upload of its studies. */
export function PublishDialog({ publishing, isOpen, onClose, title, actions, saved, children }: PublishDialogProps) {
  const { state, studies, finish } = publishing;
  const isEditing = state === "editing" || state === "saving";
  const drop = state === "interrupted" && (
    <Button variant="secondary" onPress={finish}>
      Terminar sin estos archivos
    </Button>
  );
  return (
    <Dialog
      isOpen={isOpen}
      hasAddress
      onOpenChange={(open) => !open && (isEditing ? onClose() : finish())}
      isDismissable={state === "editing" || state === "interrupted"}
      title={isEditing ? title : saved.title}
      footer={isEditing ? actions : drop}
    >
      {isEditing ? (
        children
      ) : (
        <div className="flex flex-col gap-5">
          <output className="block">
            {saved.news}{" "}
            {studies.items.some(({ progress }) => progress !== null)
              ? "Estamos subiendo tus estudios, no cierres esta ventana."
              : "Pero algunos archivos no llegaron: podés reintentar o terminar sin ellos."}
          </output>
          <ul role="list" aria-label="Estudios" className="grid gap-2">
            {studies.items.map((item) => (
              <FileRowView key={item.id} item={item} onCancel={studies.cancel} onRetry={studies.retry} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
