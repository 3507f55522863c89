import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { type IconName, Icon } from "./icons.tsx";

type MenuEntry = {
  id: string;
  label: string;
  icon?: IconName;
  href?: string;
  isDanger?: boolean;
  onAction?: () => void;
};

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
  return (
    <MenuTrigger>
      <Button
        aria-label={label}
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-card p-1 hover:bg-primary-soft"
      >
        {children}
      </Button>
      <Popover
        placement="bottom end"
        className="min-w-56 rounded-card border border-line bg-surface p-1.5 shadow-soft data-entering:animate-enter
          data-exiting:animate-leave"
      >
        <Menu aria-label={label} className="outline-none">
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
    </MenuTrigger>
  );
}
