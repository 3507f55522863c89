import { NavLink } from "react-router";
import type { Role } from "../../shared/roles.ts";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late.tsx";
import { GROUPS, MENU } from "./navigation.ts";

const GroupBar = late(async () => (await import("./group-menu.tsx")).GroupBar);

/** In the drawer and the row of sections only: another section's screen leads to them. */
const OFF_BAR = ["/dashboard/kine/matches", "/dashboard/kine/reviews"];
const barOf = (role: Role) => MENU[role].filter(({ path }) => !OFF_BAR.includes(path));

const itemLook =
  "relative flex min-h-15 flex-col items-center justify-center gap-0.5 px-0.5 py-1.5 text-sm leading-tight font-semibold " +
  "whitespace-nowrap text-muted -outline-offset-3 aria-[current]:bg-primary-soft aria-[current]:text-primary";

/** The sections, or the groups of sections, within the thumb's reach on phones; the drawer has them too. */
export function BottomBar({ role }: { role: Role }) {
  const groups = GROUPS[role];
  return (
    <nav
      aria-label="Accesos"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden
        print:hidden"
    >
      <ul role="list" className="flex min-h-15 flex-wrap">
        {groups ? (
          <GroupBar groups={groups} look={itemLook} />
        ) : (
          barOf(role).map((item) => (
            <li key={item.path} className="grow basis-14">
              <NavLink to={item.path} aria-label={nameOf(item)} className={itemLook}>
                <Icon name={item.icon} className="size-6" />
                {item.short ?? item.label}
              </NavLink>
            </li>
          ))
        )}
      </ul>
    </nav>
  );
}

/** The accessible name of a link that shows less, with what it shows in it; none where the text is the name. */
const nameOf = ({ label, short }: { label: string; short?: string }) =>
  short === undefined ? undefined : label.includes(short) ? label : `${short}: ${label}`;
