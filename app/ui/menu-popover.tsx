import type { RefObject } from "react";
import { Menu, MenuItem, Popover } from "react-aria-components";
import { type IconName, Icon } from "./icons.tsx";

export type MenuEntry = {
  id: string;
  label: string;
  icon?: IconName;
  href?: string;
  isDanger?: boolean;
  onAction?: () => void;
};

type MenuPopoverProps = {
  label: string;
  items: readonly MenuEntry[];
  trigger: RefObject<HTMLButtonElement | null>;
  /** The entry that is focused on opening. */
  focus: "first" | "last" | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The entries of a menu, at its button; `MenuButton` loads it. */
export function MenuPopover({ label, items, trigger, focus, isOpen, onOpenChange }: MenuPopoverProps) {
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement="bottom end"
      className="min-w-56 rounded-card border border-line bg-surface p-1.5 shadow-soft data-entering:animate-enter
        data-exiting:animate-leave"
    >
      <Menu
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an opened menu takes the focus
        autoFocus={focus ?? true}
        onClose={() => onOpenChange(false)}
        className="outline-none"
      >
        {items.map((item) => (
          <MenuItem
            key={item.id}
            id={item.id}
            href={item.href}
            onAction={item.onAction}
            textValue={item.label}
            className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 outline-none
              data-focused:bg-primary-soft data-focus-visible:ring-2 data-focus-visible:ring-(--focus)
              ${item.isDanger ? "text-danger" : ""}`}
          >
            {item.icon && <Icon name={item.icon} />}
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
