import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { type Booking, isAsked } from "../../domain/bookings/booking-words.ts";
import { isToday, nearMoment } from "../../domain/bookings/near-moment.ts";
import { inPages } from "../../domain/lists/in-pages.ts";
import { DOT, plural } from "../../shared/format.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

type Thing = { text: string; path: string; icon: IconName };

/** The wall time that is asked for. */
const momentOf = ({ moved_local, local_start }: Booking) => moved_local ?? local_start;

/** What waits for the specialist, as it is asked; `isPending` until all of it answered or some of it failed. */
export function useWaiting() {
  const bookings = useQuery(queries.bookings.mine.queryOptions());
  const unread = useQuery(queries.conversations.unread.queryOptions());
  const proposed = useInfiniteQuery(
    queries.matches.mine.infiniteOptions({
      input: (before: string | null) => ({ before, status: "proposed" as const }),
      ...inPages,
    }),
  );
  const isFailed = neverLoaded(bookings) || neverLoaded(unread) || neverLoaded(proposed);
  const isPending = !isFailed && !(bookings.data && unread.data && proposed.data);
  return { bookings, unread, proposed, isFailed, isPending };
}

/**
 * What waits for the specialist, what comes first on top, and then what they wait for. A turno of today is before all but a request whose time
 * to answer ends earlier.
 */
export function Waiting({ bookings, unread, proposed, isFailed }: ReturnType<typeof useWaiting>) {
  if (isFailed)
    return (
      <ErrorState
        message="No se pudo cargar lo de hoy"
        onRetry={() => void Promise.all([bookings.refetch(), unread.refetch(), proposed.refetch()])}
        isRetrying={bookings.isFetching || unread.isFetching || proposed.isFetching}
      />
    );
  if (!bookings.data || !unread.data || !proposed.data) return <CardListSkeleton count={2} lines={1} />;
  const { upcoming, partners } = bookings.data;
  const [first, ...others] = partners.filter(({ is_first }) => is_first);
  const asked = upcoming.filter(isAsked).toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
  const [earliest] = asked;
  const next = upcoming.find(({ state }) => state === "confirmed");
  const isNextFirst =
    next !== undefined &&
    isToday(next.local_start, next.zone) &&
    !asked.some(({ answer_by }) => answer_by !== null && answer_by < next.starts_at);
  const ahead: Thing | undefined = next && {
    text: `Próximo turno: ${nearMoment(next.local_start, next.zone)}${next.other_name ? ` con ${next.other_name}` : ""}`,
    path: "/dashboard/kine/agenda",
    icon: "clock",
  };
  const messages = unread.data.items.reduce((sum, { unread: count }) => sum + count, 0);
  const pages = proposed.data.pages.flatMap(({ items }) => items).filter(({ case_status }) => case_status !== "closed");
  const lapsed = pages.filter(({ is_lapsed }) => is_lapsed).length;
  const open = pages.length - lapsed;
  const more = proposed.hasNextPage ? "más de " : "";
  const things: (Thing | false | undefined)[] = [
    isNextFirst && ahead,
    earliest !== undefined && {
      text: `Respondé ${plural(asked.length, "pedido de turno", "pedidos de turno")}${DOT}${asked.length > 1 ? "el primero, " : ""}${nearMoment(momentOf(earliest), earliest.zone)}`,
      path: "/dashboard/kine/agenda",
      icon: "calendar",
    },
    messages > 0 && {
      text: `Leé ${plural(messages, "mensaje", "mensajes")}`,
      path: "/dashboard/kine/messages",
      icon: "mail",
    },
    first !== undefined && {
      text: `Coordiná el primer turno con ${first.name}${others.length > 0 ? ` y ${others.length} más` : ""}`,
      path:
        others.length > 0 ? "/dashboard/kine/matches?estado=aceptadas" : `/dashboard/kine/agenda?con=${first.match_id}`,
      icon: "plus",
    },
    lapsed > 0 && {
      text: `Renová ${plural(lapsed, "propuesta vencida", "propuestas vencidas")}`,
      path: "/dashboard/kine/matches?estado=pendientes",
      icon: "file",
    },
    !isNextFirst && ahead,
    open > 0 && {
      text: `${more}${plural(open, "postulación espera", "postulaciones esperan")} respuesta del paciente`,
      path: "/dashboard/kine/matches?estado=pendientes",
      icon: "case",
    },
  ];
  const waiting = things.filter((thing) => thing !== false && thing !== undefined);
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-xl">
        Lo que sigue
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">Nada espera por vos. Mirá los casos que te quedan bien.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {waiting.map(({ text, path, icon }, n) => (
            <li key={text}>
              <Link
                to={path}
                className={`flex min-h-14 items-center gap-3 rounded-card border px-4 py-2 hover:border-primary
                  ${n === 0 ? "border-control bg-primary-soft font-semibold" : "border-line bg-surface"}`}
              >
                <Icon name={icon} className="size-5 text-primary" />
                {text}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
