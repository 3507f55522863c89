import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Drawer } from "../../ui/drawer.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import { LONG, nothing, Part, Specimen } from "./specimen.tsx";

type Layer = "dialog" | "confirm" | "drawer" | null;

/** Overlays and toasts. */
export function Layers() {
  const [open, setOpen] = useState<Layer>(null);
  const [tab, setTab] = useState("one");
  const layer = (name: Layer) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  return (
    <Part title="Layers">
      <Tabs
        label="Pestañas"
        selected={tab}
        onSelect={setTab}
        items={[
          { id: "one", label: "Una", content: "La primera" },
          { id: "two", label: "Otra", content: "La segunda" },
        ]}
      />
      <Specimen name="Dialog, ConfirmDialog, Drawer and toast">
        <div className="flex flex-wrap gap-3">
          {(["dialog", "confirm", "drawer"] as const).map((name) => (
            <Button key={name} variant="secondary" onPress={() => setOpen(name)}>
              {name}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap gap-3">
          {(["success", "error", "info", "warning"] as const).map((tone) => (
            <Button
              key={tone}
              variant="secondary"
              onPress={() =>
                toast[tone](LONG, { description: "Algo más.", action: { label: "Deshacer", onPress: nothing } })
              }
            >
              {tone}
            </Button>
          ))}
        </div>
      </Specimen>
      <Dialog {...layer("dialog")} title={LONG} footer={<Button onPress={() => setOpen(null)}>Listo</Button>}>
        {LONG}
      </Dialog>
      <ConfirmDialog
        {...layer("confirm")}
        title="¿Seguro?"
        confirmLabel="Eliminar"
        tone="danger"
        input={{ label: "Motivo", counterMax: 20 }}
        onConfirm={() => setOpen(null)}
      >
        No se puede deshacer.
      </ConfirmDialog>
      <Drawer {...layer("drawer")} label="Menú" title="Menú">
        {LONG}
      </Drawer>
    </Part>
  );
}
