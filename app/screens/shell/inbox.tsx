import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { queries } from "../../client/api.ts";
import { toastFailure } from "../../client/toast-failure.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { PagedList } from "../../domain/lists/paged-list.tsx";
import { askingOf } from "../../domain/notifications/asking.ts";
import { NotificationLine } from "../../domain/notifications/notification-line.tsx";
import { formatDay } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";
import { profileOf, roleOfPath } from "./navigation.ts";
import { ButtonLink } from "../../ui/button-link.tsx";

/** "Avisos": the notifications of a person, those that ask for something first and the others by day, each a link to its subject. */
export default function Inbox() {
  const { pathname } = useLocation();
  const role = roleOfPath(pathname) ?? "patient";
  const list = useInfiniteQuery(
    queries.notifications.list.infiniteOptions({ input: (before: string | null) => ({ before }), ...inPages }),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const asking = askingOf(items);
  const isAsking = ({ id }: { id: string }) => asking.has(id);
  const days = daysOf(items.filter((item) => !isAsking(item)));
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Avisos</h1>
        <AllRead />
      </div>
      <PagedList
        list={list}
        failure="No se pudieron cargar tus avisos"
        lines={1}
        lead={{ title: "Te esperan", has: isAsking }}
        empty={
          <EmptyState
            illustration={<NoMessages />}
            title="No tenés avisos"
            action={
              <ButtonLink to={profileOf(role)} variant="secondary">
                Ver mi perfil
              </ButtonLink>
            }
          >
            Acá te contamos apenas pase algo que te interesa.
          </EmptyState>
        }
      >
        {(item) => <NotificationLine key={item.id} item={item} isAsking={isAsking(item)} day={days.get(item.id)} />}
      </PagedList>
    </div>
  );
}

/** The day headings of a list, by the id of each day's first item. */
function daysOf(items: readonly { id: string; created_at: Date }[]): Map<string, string> {
  const today = formatDay(new Date());
  const named = items.map(({ id, created_at }) => ({ id, day: formatDay(created_at) }));
  const firsts = named.filter(({ day }, place) => day !== named[place - 1]?.day);
  return new Map(firsts.map(({ id, day }) => [id, day === today ? "Hoy" : day]));
}

function AllRead() {
  const queryClient = useQueryClient();
  const { data } = useQuery(queries.notifications.unseen.queryOptions());
  const { mutate, isPending } = useMutation(
    queries.notifications.seen.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.notifications.key() }),
      onError: (error) => toastFailure("No se pudieron marcar como leídos", error),
    }),
  );
  if (!data || data.count === 0) return null;
  return (
    <Button variant="secondary" icon="check" isPending={isPending} onPress={() => mutate({ all: true })}>
      Marcar todo como leído
    </Button>
  );
}
