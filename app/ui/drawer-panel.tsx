import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "./icon-button.tsx";
import { useBackCloses } from "./open-layers.ts";

export type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: string;
  title: ReactNode;
  children: ReactNode;
};

/** The panel of a drawer; `Drawer` loads it. */
export function DrawerPanel({ isOpen, onOpenChange, label, title, children }: DrawerProps) {
  useBackCloses(isOpen, () => onOpenChange(false));
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="fixed inset-0 z-40 bg-black/50 data-entering:animate-enter data-exiting:animate-leave"
    >
      <Modal className="h-full w-80 max-w-[85vw] bg-ground shadow-soft data-entering:animate-enter">
        <Dialog aria-label={label} className="flex h-full flex-col outline-none">
          <div className="flex min-h-16 items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-4">
            {title}
            <IconButton icon="close" label="Cerrar" onPress={() => onOpenChange(false)} />
          </div>
          <div className="min-h-0 grow overflow-y-auto p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {children}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
