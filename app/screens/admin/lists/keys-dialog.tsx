import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SCREEN_OF_KEY } from "../../shell/go-keys.ts";
import { MENU } from "../../shell/navigation.ts";

export type KeysDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  keys: readonly (readonly [key: string, what: string])[];
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** The keys of a list, those that lead to other screens, and the switch that turns them off. */
export function KeysDialog({ isOpen, onClose, keys, isOn, onSwitch }: KeysDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={(open) => !open && onClose()} title="Atajos del teclado" size="small">
      <Keys keys={keys} />
      <h3 className="mb-2 text-base">Ir a otra pantalla</h3>
      <Keys
        keys={Object.entries(SCREEN_OF_KEY).map(([key, path]) => [`g ${key}`, labelOf(path)] as const)}
        columns="sm:grid-cols-[auto_1fr_auto_1fr]"
      />
      <Checkbox isSelected={isOn} onChange={onSwitch}>
        Usar atajos de una sola tecla
      </Checkbox>
    </Dialog>
  );
}

const labelOf = (path: string) => MENU.admin.find((screen) => screen.path === path)?.label ?? "";

function Keys({ keys, columns = "" }: { keys: KeysDialogProps["keys"]; columns?: string }) {
  return (
    <dl className={`mb-5 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5 ${columns}`}>
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
  );
}
