import { useId, useRef, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { Icon } from "../../ui/icons.tsx";
import { useCurrentInSight } from "./current-in-sight.ts";
import type { MenuGroup } from "./navigation.ts";
import { GroupBadge, SectionBadge, useCount } from "./section-counts.tsx";

type Groups = readonly MenuGroup[];
export type GroupedSectionsProps = { groups: Groups; isStacked: boolean; onChoose: (() => void) | undefined };

/** Sections by their groups: each in two rows between lines, which scroll when too long, or all stacked below the headings. */
export function GroupedSections({ groups, isStacked, onChoose }: GroupedSectionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useCurrentInSight(list);
  return (
    <nav aria-label="Secciones" className="min-w-0" data-dense>
      <ul
        ref={list}
        className={
          isStacked
            ? "flex flex-col gap-2.5"
            : // Positioned, so that the screen-reader text of its badges scrolls with the row.
              "relative -mx-1 flex divide-x divide-line overflow-x-auto px-1 py-1 text-sm whitespace-nowrap [scrollbar-width:thin]"
        }
      >
        {groups.map((group) => (
          <Group key={group.label} group={group} isStacked={isStacked} onChoose={onChoose} />
        ))}
      </ul>
    </nav>
  );
}

type GroupProps = Omit<GroupedSectionsProps, "groups"> & { group: MenuGroup };

function Group({ group: { label, items }, isStacked, onChoose }: GroupProps) {
  const id = useId();
  return (
    <li className={`shrink-0 ${isStacked ? "" : "grow px-2 first:pl-0 last:pr-0 min-[1400px]:px-4"}`}>
      {/* In the bar the sections name themselves: five words more of the same look would be read among them. */}
      <span id={id} className={isStacked ? "block px-2.5 pb-0.5 text-sm font-semibold text-muted" : "sr-only"}>
        {label}
      </span>
      <ul
        role="list"
        aria-labelledby={id}
        className={
          isStacked
            ? "grid max-md:grid-cols-2 max-md:whitespace-nowrap"
            : "grid grid-flow-col grid-rows-2 justify-items-start min-[1400px]:gap-x-2.5"
        }
      >
        {items.map((item) => (
          <li key={item.path}>
            <NavLink
              to={item.path}
              onClick={onChoose}
              className={`flex min-h-11 items-center rounded-card font-semibold text-muted transition-colors duration-150
                hover:bg-primary-soft hover:text-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary
                ${isStacked ? "gap-2 px-2.5 max-md:gap-1.5 max-md:px-2 md:pointer-fine:min-h-8" : "gap-1 px-1 pointer-fine:min-h-7"}`}
            >
              {isStacked && <Icon name={item.icon} className="size-5 shrink-0 max-md:hidden" />}
              {item.label}
              <SectionBadge path={item.path} />
            </NavLink>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The groups in the bottom bar of phones; each leads to its first section. */
export function GroupBar({ groups, look }: { groups: Groups; look: string }) {
  const { pathname } = useLocation();
  return groups.map(({ label, icon, items }) => {
    const [first] = items;
    const paths = items.map(({ path }) => path);
    const isIn = paths.includes(pathname);
    return (
      <li key={label} className="grow basis-14">
        <Link
          to={first.path}
          aria-current={isIn ? (pathname === first.path ? "page" : "true") : undefined}
          className={look}
        >
          <Icon name={icon} className="size-6" />
          {label}
          <span className="absolute top-0 left-1/2 z-1 ml-2 scale-90">
            <GroupBadge paths={paths} />
          </span>
        </Link>
      </li>
    );
  });
}

/** The sections that one row of a phone has room for, with what they count. */
const IN_ROW = 3;
const sectionLook =
  "flex min-h-11 items-center gap-1 border-b-2 border-transparent px-1.5 text-sm font-semibold text-muted -outline-offset-3 " +
  "aria-[current=page]:border-primary aria-[current=page]:text-primary";

/**
 * On phones, the sections of the current group in one row above the screen; where they are too many, the first and the current one, or the one where
 * most waits, and "Más".
 */
export function SectionsOfGroup({ groups }: { groups: Groups }) {
  const { pathname } = useLocation();
  const countOf = useCount();
  // Another screen closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const group = groups.find(({ items }) => items.some(({ path }) => path === pathname));
  if (!group) return null;
  const { label, items } = group;
  const isOpen = openAt === pathname;
  const current = items.find(({ path }) => path === pathname);
  const waitingIn = ({ path }: { path: string }) => countOf(path).waiting;
  const [fullest] = items.slice(1).toSorted((one, other) => waitingIn(other) - waitingIn(one));
  const row = items.length > IN_ROW ? [...new Set([items[0], current, fullest])].slice(0, IN_ROW - 1) : items;
  const rest = items.filter((item) => !row.includes(item));
  return (
    <nav aria-label={`Pantallas de ${label}`} className="border-b border-line bg-surface">
      <ul role="list" className="flex flex-wrap px-1 whitespace-nowrap">
        {items
          .filter((item) => isOpen || row.includes(item))
          .map((item) => (
            <li key={item.path}>
              <NavLink to={item.path} className={sectionLook}>
                {item.label}
                <SectionBadge path={item.path} />
              </NavLink>
            </li>
          ))}
        {rest.length > 0 && (
          <li className="ml-auto">
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpenAt(isOpen ? null : pathname)}
              className={sectionLook}
            >
              {isOpen ? "Menos" : "Más"}
              {!isOpen && <GroupBadge paths={rest.map(({ path }) => path)} />}
              <Icon name="chevron" className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
