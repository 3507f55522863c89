import type { ReactNode, RefObject } from "react";
import { openerLook } from "../../../ui/data-table.tsx";
import type { OpenPanel, PanelControl } from "../panel/panel-param.ts";

/** The letters that check a licence in the card beside a list. */
export const CHECK_LETTERS = [
  {
    key: "c",
    what: "Copiar la matrícula y abrir el registro",
    buttons: ["Copiar y abrir el registro"],
    isOfPanel: true,
  },
  { key: "v", what: "La comprobé, o no", buttons: ["La comprobé", "No la comprobé"], isOfPanel: true },
] as const;

/** The letters that decide what waits. */
export const DECISION_LETTERS = [
  { key: "a", what: "Aprobar", buttons: ["Aprobar"] },
  { key: "r", what: "Rechazar, con motivo", buttons: ["Rechazar"] },
] as const;

/** The letter that undoes the last decision, while its notice is shown. */
export const UNDO_LETTER = { key: "z", what: "Deshacer lo último, por 8 segundos", buttons: ["Deshacer"] } as const;

type Cell = {
  id: string;
  content: ReactNode;
  /** Classes: its width, and where there is too little room for it. */ width: string;
};

type QueueRowProps = {
  /** The id of the element that names the item, for its buttons. */
  nameId: string;
  name: string;
  /** Before the name, such as a photo. */
  lead?: ReactNode;
  /** After the name. */
  hint?: ReactNode;
  cells: readonly Cell[];
  isOpen: boolean;
  onOpen: () => void;
  /** The item's actions. */
  children?: ReactNode;
};

/** An item of a queue in one low row; its name opens it beside the list. */
export function QueueRow({ nameId, name, lead, hint, cells, isOpen, onOpen, children }: QueueRowProps) {
  return (
    <li
      data-row
      aria-current={isOpen || undefined}
      className="relative flex h-13 items-center gap-3 border-b border-line px-2.5 last:border-b-0 hover:bg-primary-soft
        aria-[current]:bg-primary-soft pointer-fine:h-10"
    >
      <div id={nameId} className="flex min-w-0 flex-1 items-center gap-2.5">
        {lead}
        <button type="button" data-opener onClick={onOpen} className={`${openerLook} shrink-0`}>
          {name}
        </button>
        <span className="truncate text-muted">{hint}</span>
      </div>
      {cells.map(({ id, content, width }) => (
        <div key={id} className={`shrink-0 truncate ${width}`}>
          {content}
        </div>
      ))}
      {children && <div className="relative z-1 shrink-0">{children}</div>}
    </li>
  );
}

/**
 * Goes on once the item with an id is decided: to the next one beside the list if this one was open there, and else to the heading of what is
 * left.
 */
export function useNextInQueue(
  kind: OpenPanel["kind"],
  items: readonly { id: string }[],
  panel: PanelControl,
  heading: RefObject<HTMLElement | null>,
): (decided: string) => void {
  return (decided) => {
    const place = items.findIndex(({ id }) => id === decided);
    const next = items[place + 1] ?? items[place - 1];
    const isBeside = panel.open?.id === decided;
    if (isBeside && next) return panel.show({ kind, id: next.id }, true);
    if (isBeside) panel.close();
    heading.current?.focus();
  };
}
