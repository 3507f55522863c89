import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks whether to discard unsaved input. */
export default function LeaveQuestion({ leave, stay }: { leave: () => void; stay: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={stay}
      title="¿Salir sin guardar?"
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir acá"
      tone="danger"
      onConfirm={leave}
    >
      <p>Lo que cambiaste en esta página todavía no está guardado y se pierde si salís.</p>
    </ConfirmDialog>
  );
}
