import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SCREEN_OF_KEY } from "../../shell/go-keys.ts";
import { MENU } from "../../shell/navigation.ts";

type Named = readonly (readonly [key: string, what: string])[];

export type KeysDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  keys: Named;
  /** Those that act in what is open beside the list. */
  ofPanel: Named;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** The keys of a list, those that lead to other screens, and the switch that turns them off. */
export function KeysDialog({ isOpen, onClose, keys, ofPanel, isOn, onSwitch }: KeysDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title="Atajos del teclado"
      size="small"
      footer={
        <div className="grow">
          <Checkbox isSelected={isOn} onChange={onSwitch}>
            Usar atajos de una sola tecla
          </Checkbox>
        </div>
      }
    >
      <Keys keys={keys} />
      {ofPanel.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-base">Con la ficha abierta</h3>
          <Keys keys={ofPanel} />
        </>
      )}
      <h3 className="mt-3 mb-1 text-base">Ir a otra pantalla</h3>
      <Keys
        keys={Object.entries(SCREEN_OF_KEY).map(([key, path]) => [`g ${key}`, labelOf(path)] as const)}
        columns="sm:grid-cols-[auto_1fr_auto_1fr]"
      />
    </Dialog>
  );
}

const labelOf = (path: string) => MENU.admin.find((screen) => screen.path === path)?.label ?? "";

function Keys({ keys, columns = "" }: { keys: Named; columns?: string }) {
  return (
    <dl className={`grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 leading-6 ${columns}`}>
      {keys.map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-block min-w-8 rounded border border-control bg-surface px-2 text-center text-sm font-semibold">
              {key.replaceAll(/\b[a-z]\b/g, (letter) => letter.toUpperCase())}
            </kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
