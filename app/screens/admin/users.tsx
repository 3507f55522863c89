import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { ROLE_LABELS, ROLES } from "../../shared/roles.ts";
import { ApplicationStatusBadge } from "../../domain/kine-applications/application-status-badge.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PEOPLE_ORDERS } from "../../domain/lists/search-and-order.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { formatShortDay, plural } from "../../shared/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DownloadButton } from "./lists/download-button.tsx";
import { AdminListPage } from "./lists/list-page.tsx";
import { PhoneRow } from "./lists/phone-row.tsx";
import { usePanel } from "./panel/panel-param.ts";

const roles = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));
const letters = [
  { key: "u", what: "Suspender o restablecer", buttons: ["Suspender", "Restablecer"], isOfPanel: true },
] as const;

type User = Answers["accounts"]["list"]["items"][number];

const columns: readonly Column<User>[] = [
  { head: "Nombre", cell: (user) => user.name, text: (user) => user.name, orders: ["name", "name_down"] },
  { head: "Email", cell: (user) => user.email, text: (user) => user.email, width: "@max-[50rem]:hidden" },
  { head: "Rol", cell: ({ role }) => (role ? ROLE_LABELS[role] : "Sin rol"), width: "w-36" },
  {
    head: "Registro",
    cell: (user) => formatShortDay(user.created_at),
    width: "w-32 @max-[73rem]:hidden",
    orders: ["newest", "oldest"],
  },
  {
    head: "Estado",
    cell: (user) => (
      <>
        <AccountState user={user} /> <span className="text-muted">{user.suspension_reason}</span>
      </>
    ),
    text: (user) => user.suspension_reason,
    width: "w-54",
  },
];

/** "Usuarios": all accounts and their roles. */
export default function Users() {
  const listing = useListing(ROLES, PEOPLE_ORDERS);
  const users = useInfiniteQuery(
    queries.accounts.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, role: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  const panel = usePanel();
  const total = users.data?.pages.at(-1)?.total;
  return (
    <AdminListPage
      title="Usuarios"
      panel={panel}
      letters={letters}
      aside={
        <div className="text-muted">
          {total !== undefined && <p>{plural(total, "usuario", "usuarios")}</p>}
          {users.isPending && <Skeleton className="h-6 w-24" />}
        </div>
      }
      bar={
        <ListingBar
          listing={listing}
          searchLabel="Buscar por nombre, email o teléfono"
          filter={{ label: "Rol", all: "Todos", options: roles }}
        >
          <DownloadButton asked={{ list: "users", filter: { search: listing.input.search, role: listing.filter } }} />
        </ListingBar>
      }
    >
      <PagedList
        list={users}
        failure="No se pudieron cargar los usuarios"
        empty={<EmptyState illustration={<NoMessages />} title="No hay usuarios registrados" />}
        narrowing={listing}
        hasPhoto
        table={{
          label: "Usuarios",
          columns,
          idOf: (user) => user.id,
          renderLead: (user) => <Avatar name={user.name} size="tiny" />,
          isOpen: ({ id }) => panel.open?.id === id,
          onOpen: (user) => panel.show({ kind: "persona", id: user.id }, panel.open !== null),
          order: listing.input.order,
          onOrder: listing.setOrder,
        }}
      >
        {(user) => <UserRow key={user.id} user={user} onOpen={() => panel.show({ kind: "persona", id: user.id })} />}
      </PagedList>
    </AdminListPage>
  );
}

/** What keeps an account from being used, or that nothing does. */
function AccountState({ user }: { user: User }) {
  if (user.suspended_at) return <Badge tone="danger">Suspendida</Badge>;
  if (user.role === "kine" && user.approval_status !== "approved")
    return <ApplicationStatusBadge status={user.approval_status} />;
  if (user.terms_due) return <Badge tone="warning">Invitación sin aceptar</Badge>;
  if (!user.is_confirmed) return <Badge tone="warning">Email sin confirmar</Badge>;
  return <span className="text-muted">Activa</span>;
}

/** A user on a phone; the card that it opens assigns roles and suspends. */
function UserRow({ user, onOpen }: { user: User; onOpen: () => void }) {
  return (
    <PhoneRow
      name={user.name}
      lead={<Avatar name={user.name} size="small" />}
      aside={<AccountState user={user} />}
      onOpen={onOpen}
      lines={[
        [user.email],
        [user.role && ROLE_LABELS[user.role], `desde el ${formatShortDay(user.created_at)}`],
        [user.suspension_reason],
      ]}
    />
  );
}
