import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

export type KeysDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  keys: readonly (readonly [key: string, what: string])[];
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** The keys of a list, and the switch that turns them off. */
export function KeysDialog({ isOpen, onClose, keys, isOn, onSwitch }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Atajos del teclado" size="small">
      <dl className="mb-5 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded border border-control bg-surface px-2 py-0.5 text-center text-sm font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox isSelected={isOn} onChange={onSwitch}>
        Usar atajos de una sola tecla
      </Checkbox>
    </Dialog>
  );
}
