import { useQuery } from "@tanstack/react-query";
import { NavLink } from "react-router";
import { queries } from "../../client/api.ts";
import { formatUnseen } from "../../domain/admin-views/admin-view.ts";
import type { Role } from "../../shared/roles.ts";
import { Icon } from "../../ui/icons.tsx";
import { inboxOf } from "./navigation.ts";

/** The link to a role's notifications, with a dot while some are unread. */
export function Bell({ role }: { role: Role }) {
  const { data } = useQuery(queries.notifications.unseen.queryOptions());
  const count = data?.count ?? 0;
  return (
    <NavLink
      to={inboxOf(role)}
      aria-label={count > 0 ? `Avisos: ${formatUnseen(count)} sin leer` : "Avisos"}
      className="relative grid size-11 shrink-0 place-items-center rounded-card text-muted transition-colors duration-150
        hover:bg-primary-soft hover:text-primary aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
    >
      <Icon name="bell" className="size-6" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1.5 right-1.5 size-3 rounded-full border-2 border-surface bg-primary"
        />
      )}
    </NavLink>
  );
}
