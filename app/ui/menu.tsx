import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { late } from "./late.tsx";
import type { MenuEntry, MenuPopover as Popover } from "./menu-popover.tsx";

const MenuPopover = late<Parameters<typeof Popover>[0]>(async () => (await import("./menu-popover.tsx")).MenuPopover);

/** A button that opens a menu of actions and links; `label` names both, `children` is what the button shows. */
export function MenuButton({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly MenuEntry[];
  children: ReactNode;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [focus, setFocus] = useState<"first" | "last" | null>(null);

  function open(first: "first" | "last" | null) {
    // Safari does not focus a pressed button, but the focus must return to it when the menu closes.
    trigger.current?.focus();
    setFocus(first);
    setOpen(true);
    setWasOpen(true);
  }
  // Prevents the browser's click: the component library takes it for a screen reader's, and the first entry would not be focused.
  function openByKey(event: KeyboardEvent) {
    if (!["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    if (event.type === "keydown") open(event.key === "ArrowUp" ? "last" : "first");
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // A screen reader's click has no pointer, so the first entry takes the focus.
        onClick={(event) => (isOpen ? setOpen(false) : open(event.detail === 0 ? "first" : null))}
        onKeyDown={openByKey}
        onKeyUp={openByKey}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-card p-1 hover:bg-primary-soft"
      >
        {children}
      </button>
      {wasOpen && <MenuPopover {...{ label, items, trigger, focus, isOpen }} onOpenChange={setOpen} />}
    </>
  );
}
