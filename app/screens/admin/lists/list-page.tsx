import { type ReactNode, useRef, useState } from "react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { lateDialog } from "../../../ui/late.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import { PanelFrame, type RenderItem } from "../panel/panel-frame.tsx";
import type { PanelControl } from "../panel/panel-param.ts";
import type { KeysDialogProps } from "./keys-dialog.tsx";
import { useKeysSwitch } from "../../shell/keys-switch.ts";
import { doesAct, hasOpener, useRowKeys } from "./row-keys.ts";

const KeysDialog = lateDialog<KeysDialogProps>(async () => (await import("./keys-dialog.tsx")).KeysDialog);

const KEYS: readonly Letter[] = [
  { key: "/", what: "Buscar", buttons: [] },
  { key: "j", what: "Fila siguiente", buttons: [] },
  { key: "k", what: "Fila anterior", buttons: [] },
  { key: "Enter", what: "Abrir la ficha", buttons: [] },
  { key: "Esc", what: "Cerrar la ficha", buttons: [] },
];
const HELP = ["?", "Estos atajos"] as const;
type Help = Pick<KeysDialogProps, "keys" | "ofPanel">;
const NONE: Help = { keys: [], ofPanel: [] };

/** `isOfPanel`: its button is in the panel, where rows are a table. */
type Letter = { key: string; what: string; buttons: readonly string[]; isOfPanel?: boolean };

type AdminListPageProps = {
  title: string;
  /** Beside the title, such as a total. */
  aside?: ReactNode;
  /** Search, filter, order and download. */
  bar?: ReactNode;
  panel: PanelControl;
  /** Letters that press a button of the panel or of the current row. */
  letters?: readonly Letter[];
  /** What the panel shows of an item of this list, where its items are no person or case. */
  renderItem?: RenderItem;
  children: ReactNode;
};

/** The frame of an admin's list: title and bar in one row from 768 px on, the keys of its rows, and the panel beside it. */
export function AdminListPage(props: AdminListPageProps) {
  const { title, aside, bar, panel, letters = [], renderItem, children } = props;
  const root = useRef<HTMLDivElement>(null);
  /** The keys to show, or null while the dialog is closed. */
  const [help, setHelp] = useState<Help | null>(null);
  const showHelp = () => setHelp(actingKeys(root.current, letters));
  const [isOn, setOn] = useKeysSwitch();
  const hasKeys = useMedia("(pointer: fine)");
  useRowKeys({
    root,
    isOn,
    isPanelOpen: panel.open !== null,
    buttons: Object.fromEntries(letters.map(({ key, buttons }) => [key, buttons])),
    onClose: () => {
      const id = panel.open?.id;
      panel.close();
      const opener = root.current?.querySelector<HTMLElement>(`[aria-current=true] [data-opener]`);
      if (id) opener?.focus();
    },
    onHelp: showHelp,
  });
  // A bar stands above the panel too: narrower beside it, it would take more rows and move the list.
  const head = (
    <div className="mb-3 flex flex-col gap-x-5 gap-y-3 md:flex-row md:flex-wrap md:items-end">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 md:min-h-12">
        <h1 className="text-3xl md:text-2xl">{title}</h1>
        {hasKeys && (
          <span className="max-md:hidden">
            <IconButton icon="keyboard" label="Atajos del teclado" onPress={showHelp} />
          </span>
        )}
        {aside}
      </div>
      {bar}
    </div>
  );
  return (
    <div ref={root}>
      {bar && head}
      <div className="flex items-start gap-5">
        <div className="min-w-0 grow">
          {!bar && head}
          {children}
        </div>
        <PanelFrame panel={panel} renderItem={renderItem} isBelowBar={Boolean(bar)} />
      </div>
      <KeysDialog
        isOpen={help !== null}
        onClose={() => setHelp(null)}
        {...(help ?? NONE)}
        isOn={isOn}
        onSwitch={setOn}
      />
    </div>
  );
}

/** The keys that do something in the list as it stands, with what they do. */
function actingKeys(root: HTMLElement | null, letters: readonly Letter[]): Help {
  const [ofPanel, others] = [true, false].map((isOf) => letters.filter(({ isOfPanel = false }) => isOfPanel === isOf));
  const named = (those: readonly Letter[] = []) => those.map(({ key, what }) => [key, what] as const);
  return {
    keys: [...named([...KEYS, ...(others ?? [])].filter(({ key, buttons }) => doesAct(root, key, buttons))), HELP],
    ofPanel: hasOpener(root) ? named(ofPanel) : [],
  };
}
