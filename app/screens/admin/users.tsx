import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { ROLE_LABELS, ROLES } from "../../shared/roles.ts";
import { RoleSelect } from "../../domain/accounts/role-select.tsx";
import { inPages } from "../../domain/lists/in-pages.ts";
import { ListingBar } from "../../domain/lists/listing-bar.tsx";
import { useListing } from "../../domain/lists/listing-params.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { SuspensionAction } from "../../domain/moderation/moderation-actions.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { formatDay, plural } from "../../shared/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const roles = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

/** "Usuarios": all accounts and their roles. */
export default function Users() {
  const listing = useListing(ROLES);
  const users = useInfiniteQuery(
    queries.accounts.list.infiniteOptions({
      input: (after: string | null) => ({ ...listing.input, role: listing.filter, after }),
      ...inPages,
      placeholderData: keepPreviousData,
    }),
  );
  const me = useQuery(queries.accounts.me.queryOptions());
  const { revalidate } = useRevalidator();
  const total = users.data?.pages.at(-1)?.total;
  return (
    <>
      <h1 className="text-3xl">Usuarios</h1>
      <div className="mt-2 mb-6 text-muted">
        {total !== undefined && <p>{plural(total, "usuario", "usuarios")}</p>}
        {users.isPending && <Skeleton className="h-6 w-24" />}
      </div>
      <ListingBar
        listing={listing}
        searchLabel="Buscar por nombre, email o teléfono"
        filter={{ label: "Rol", all: "Todos", options: roles }}
      />
      <PagedList
        list={users}
        failure="No se pudieron cargar los usuarios"
        empty={<EmptyState illustration={<NoMessages />} title="No hay usuarios registrados" />}
        narrowing={listing}
        hasPhoto
      >
        {(user) => (
          // Changing one's own role re-runs the route guard.
          <UserCard
            key={user.id}
            user={user}
            isOwn={user.id === me.data?.id}
            onAssigned={user.id === me.data?.id ? revalidate : undefined}
          />
        )}
      </PagedList>
    </>
  );
}

type UserCardProps = { user: Answers["accounts"]["list"]["items"][number]; isOwn: boolean; onAssigned?: () => void };

function UserCard({ user, isOwn, onAssigned }: UserCardProps) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
        <PersonLine name={user.name} id={user.id}>
          <span className="block wrap-anywhere">{user.email}</span>
          <span className="block">Desde el {formatDay(user.created_at)}</span>
        </PersonLine>
        <div className="flex flex-wrap items-center gap-3 md:shrink-0 md:flex-nowrap">
          <RoleSelect person={user} onAssigned={onAssigned} />
          {!isOwn && (
            <SuspensionAction person={{ id: user.id, name: user.name, isSuspended: user.suspended_at !== null }} />
          )}
        </div>
      </div>
      {user.suspended_at && (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <Badge tone="danger">Suspendida</Badge>
          <span className="text-muted wrap-anywhere">{user.suspension_reason}</span>
        </p>
      )}
    </Card>
  );
}
