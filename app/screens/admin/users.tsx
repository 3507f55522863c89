import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRevalidator } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { RoleSelect } from "../../domain/accounts/role-select.tsx";
import { PersonLine } from "../../domain/profiles/person-line.tsx";
import { formatDay, plural } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

/** "Usuarios": everybody with an account, and the role of each. */
export default function Users() {
  return (
    <>
      <h1 className="text-3xl">Usuarios</h1>
      <UserList />
    </>
  );
}

function UserList() {
  const users = useInfiniteQuery(
    queries.accounts.list.infiniteOptions({
      input: (before: string | null) => ({ before }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    }),
  );
  const me = useQuery(queries.accounts.me.queryOptions());
  const { revalidate } = useRevalidator();
  if (users.isPending) return <div className="mt-6"><CardListSkeleton count={6} hasPhoto /></div>;
  if (!users.data) {
    return (
      <ErrorState
        message="No se pudieron cargar los usuarios"
        onRetry={() => users.refetch()}
        isRetrying={users.isRefetching}
      />
    );
  }
  const items = users.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState illustration={<NoMessages />} title="No hay usuarios registrados" />;
  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        {plural(users.data.pages.at(-1)?.total ?? items.length, "usuario", "usuarios")}
      </p>
      <GrowingList
        hasMore={users.hasNextPage}
        isLoadingMore={users.isFetchingNextPage}
        hasFailed={users.isFetchNextPageError}
        onMore={() => users.fetchNextPage()}
      >
        {items.map((user) => (
          // Whoever changes their own role has the door look at them again.
          <UserCard key={user.id} user={user} onAssigned={user.id === me.data?.id ? revalidate : undefined} />
        ))}
      </GrowingList>
    </>
  );
}

type UserCardProps = { user: Answers["accounts"]["list"]["items"][number]; onAssigned?: () => void };

function UserCard({ user, onAssigned }: UserCardProps) {
  return (
    <Card as="li">
      <div className="flex flex-col gap-4 md:flex-row md:items-center md:justify-between">
        <PersonLine name={user.name} id={user.id}>
          <span className="block wrap-anywhere">{user.email}</span>
          <span className="block">Desde el {formatDay(user.created_at)}</span>
        </PersonLine>
        <RoleSelect person={user} onAssigned={onAssigned} />
      </div>
    </Card>
  );
}
