import { useRef } from "react";
import { NavLink } from "react-router";
import type { Role } from "../../shared/roles.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late.tsx";
import { useCurrentInSight } from "./current-in-sight.ts";
import type { GroupedSectionsProps } from "./group-menu.tsx";
import { GROUPS, MENU } from "./navigation.ts";

const GroupedSections = late<GroupedSectionsProps>(
  async () => (await import("./group-menu.tsx")).GroupedSections,
  () => <div className="min-h-24 pointer-fine:min-h-16" />,
);

type SectionMenuProps = { role: Role; isStacked?: boolean; onChoose?: () => void };

/** A role's sections with the current one marked: in a row that scrolls when too long, or stacked in the drawer and the side panel. */
export function SectionMenu({ role, isStacked = false, onChoose }: SectionMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  useCurrentInSight(list);
  const groups = GROUPS[role];
  if (groups) return <GroupedSections groups={groups} isStacked={isStacked} onChoose={onChoose} />;
  const rowLook =
    "relative -mx-1.5 flex gap-1 overflow-x-auto px-1.5 py-1.5 whitespace-nowrap [scrollbar-width:thin] md:max-lg:text-sm";
  return (
    <nav aria-label="Secciones" className="min-w-0">
      <ul ref={list} className={isStacked ? "flex flex-col gap-1" : rowLook}>
        {MENU[role].map((item) => (
          <li key={item.path}>
            <NavLink
              to={item.path}
              onClick={onChoose}
              className={`flex min-h-11 items-center gap-1 rounded-card py-2 font-semibold text-muted transition-colors duration-150
                hover:bg-primary-soft hover:text-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary
                lg:gap-2 ${isStacked ? "px-2.5" : "px-1.5 lg:px-2.5"}`}
            >
              {isStacked && <Icon name={item.icon} />}
              {item.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
