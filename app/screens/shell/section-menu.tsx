import { type RefObject, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import type { Role } from "../../shared/roles.ts";
import type { ViewedEntity } from "../../domain/admin-views/admin-view.ts";
import { UnseenBadge, WaitingCount } from "../../domain/admin-views/unseen-badge.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MenuButton } from "../../ui/menu.tsx";
import { MENU } from "./navigation.ts";

const itemLook =
  "flex min-h-11 items-center gap-1 lg:gap-2 rounded-card py-2 font-semibold text-muted " +
  "transition-colors duration-150 hover:bg-primary-soft hover:text-primary " +
  "aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary";

const TODAY = "/dashboard/admin/today";
const UNSEEN_OF_PATH: Record<string, ViewedEntity> = {
  "/dashboard/admin/patients": "patient",
  "/dashboard/admin/cases": "case",
  "/dashboard/admin/reviews": "review",
  "/dashboard/admin/applications": "application",
};

type SectionMenuProps = { role: Role; isStacked?: boolean; isTight?: boolean; onChoose?: () => void };

/**
 * A role's sections with the current one marked: in a row that scrolls when too long (`isTight`: with the rare sections in a menu), or stacked
 * in the drawer and the side panel.
 */
export function SectionMenu({ role, isStacked = false, isTight = false, onChoose }: SectionMenuProps) {
  // Positioned, so that the screen-reader text of its badges scrolls with the row.
  const rowLook =
    "relative -mx-1.5 flex gap-1 overflow-x-auto px-1.5 py-1.5 whitespace-nowrap [scrollbar-width:thin] " +
    (isTight ? "text-sm" : "md:max-lg:text-sm");
  const list = useRef<HTMLUListElement>(null);
  useCurrentInSight(list);
  const rowPadding = isStacked ? "px-2.5" : "px-1.5 lg:px-2.5";
  return (
    <nav aria-label="Secciones" className="min-w-0">
      <ul ref={list} className={isStacked ? "flex flex-col gap-1" : rowLook}>
        {MENU[role].map((item) => {
          if (isTight && item.isRare) return null;
          const entity = UNSEEN_OF_PATH[item.path];
          return (
            <li key={item.path}>
              <NavLink
                to={item.path}
                onClick={onChoose}
                className={`${itemLook} ${isTight ? "px-1 lg:px-2" : rowPadding}`}
              >
                {isStacked && <Icon name={item.icon} />}
                {item.label}
                {entity && <UnseenBadge entity={entity} />}
                {item.path === TODAY && <WaitingCount />}
              </NavLink>
            </li>
          );
        })}
        {isTight && <RareSections role={role} />}
      </ul>
    </nav>
  );
}

/** The rare sections in a menu, whose button names the current one. */
function RareSections({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const rare = MENU[role].filter(({ isRare }) => isRare);
  const current = rare.find(({ path }) => path === pathname);
  if (rare.length === 0) return null;
  return (
    <li>
      <MenuButton
        label={current ? `Más secciones: ${current.label}` : "Más secciones"}
        items={rare.map(({ path, label, icon }) => ({ id: path, label, icon, href: path }))}
      >
        <span className={`flex items-center gap-1 px-1 font-semibold ${current ? "text-primary" : "text-muted"}`}>
          {current?.label ?? "Más"}
          <Icon name="chevron" className="size-4" />
        </span>
      </MenuButton>
    </li>
  );
}

/** Scrolls an overflowing row to the current section. */
function useCurrentInSight(list: RefObject<HTMLUListElement | null>) {
  const { pathname } = useLocation();
  useEffect(() => {
    const show = () => {
      const row = list.current;
      const link = row?.querySelector(`[href="${pathname}"]`)?.getBoundingClientRect();
      if (!row || !link) return;
      // scrollIntoView would also scroll the page.
      const { left, right } = row.getBoundingClientRect();
      row.scrollBy({ left: Math.min(0, link.left - left) + Math.max(0, link.right - right) });
    };
    show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [list, pathname]);
}
