import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../../client/api.ts";
import { neverLoaded } from "../../../client/never-loaded.ts";
import { BookingCard, BookingRow } from "../../../domain/bookings/booking-card.tsx";
import { type Booking, isAsked } from "../../../domain/bookings/booking-words.ts";
import { shortDayOf, timeOf } from "../../../domain/bookings/short-days.ts";
import { useAddressParams } from "../../../domain/lists/address-params.ts";
import { daysAfter } from "../../../domain/bookings/wall-time.ts";
import { useRead } from "../../../domain/notifications/use-read.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Waiting } from "../../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../../ui/late.tsx";
import { CardListSkeleton } from "../../../ui/skeleton.tsx";
import { plural } from "../../../shared/format.ts";
import { useMedia } from "../../../ui/use-media.ts";
import type { AgendaDialogProps } from "./agenda-dialogs.tsx";
import { Days } from "./days.tsx";
import { today } from "../../../shared/text/calendar-days.ts";
import { type AgendaView, mondayOf, openingDay } from "./agenda-days.ts";
import { useAgendaKeys } from "./use-agenda-keys.ts";

const AgendaDialog = lateDialog<AgendaDialogProps>(async () => (await import("./agenda-dialogs.tsx")).AgendaDialog);

const AgendaShown = late(async () => (await import("../../../domain/agendas/agenda-shown.tsx")).AgendaShown);
const OwnCalendars = late(async () => (await import("../../../domain/calendars/own-calendars.tsx")).OwnCalendars);

const KINDS = [
  "booking_requested",
  "booking_made",
  "booking_moved",
  "booking_answered",
  "booking_cancelled_kine",
  "bookings_tomorrow",
  "bookings_unmarked",
] as const;

const NEW: AgendaDialogProps["what"] = { kind: "new", matchId: null };

const dayNamed = (text: string | null) => (/^20[2-7]\d-\d\d-\d\d$/.test(text ?? "") ? text : null);

/** "Agenda": what waits for an answer, and the days of a week. `?vista=dia|semana&dia=2026-12-03`; `?con=<application>` proposes a turno to its patient. */
export default function Agenda() {
  const { params, coming, set } = useAddressParams();
  const chosen = dayNamed(params.get("dia"));
  const view: AgendaView = params.get("vista") === "dia" ? "dia" : "semana";
  const partner = params.get("con");
  const [dialog, setDialog] = useState<AgendaDialogProps["what"]>({ kind: "new", matchId: partner });
  const [isOpen, setOpen] = useState(partner !== null);
  const open = (what: AgendaDialogProps["what"]) => {
    setDialog(what);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    if (partner !== null) set({ con: null });
  };
  const own = useQuery(queries.bookings.mine.queryOptions());
  const day = useOpeningDay(chosen === null, own.data?.upcoming) ?? chosen ?? today();
  const week = useQuery(queries.agendas.week.queryOptions({ input: { from: mondayOf(day) } }));
  useRead(own.data ? { kinds: [...KINDS] } : null);
  const isOff = week.data === null;
  const goTo = (next: string) => set({ dia: next });
  const goFrom = (next: (from: string) => string) => goTo(next(dayNamed(coming("dia")) ?? day));
  useAgendaKeys({
    goFrom,
    isOn: !isOff,
    keys: { n: () => open(NEW), b: () => open({ kind: "block" }), "?": () => open({ kind: "keys" }) },
    onBooking: (id) => open({ kind: "booking", id }),
  });
  return (
    <>
      <div className="mb-4 flex min-h-12 items-center justify-between gap-3">
        <h1 className="text-3xl">Agenda</h1>
        {week.data && own.data && (
          <Button
            icon="plus"
            variant={unansweredOf(own.data.upcoming).length > 0 ? "secondary" : "primary"}
            onPress={() => open(NEW)}
          >
            Nuevo turno
          </Button>
        )}
      </div>
      {isOff ? (
        <EmptyState
          illustration={<Waiting />}
          title="Todavía no armaste tu agenda"
          action={<ButtonLink to="/dashboard/kine/profile?parte=precios">Armar mi agenda</ButtonLink>}
        >
          Decí dónde atendés y cuánto dura una sesión: tus pacientes aceptados piden turno en tus horarios.
        </EmptyState>
      ) : neverLoaded(week) || neverLoaded(own) ? (
        <ErrorState
          message="Error al cargar la agenda"
          onRetry={() => void Promise.all([week.refetch(), own.refetch()])}
          isRetrying={week.isFetching || own.isFetching}
        />
      ) : week.data && own.data ? (
        <>
          <Unanswered bookings={unansweredOf(own.data.upcoming)} />
          <Days
            act={
              <Button variant="secondary" size="small" onPress={() => open({ kind: "block" })}>
                Bloquear
              </Button>
            }
            week={week.data}
            day={day}
            view={view}
            onDay={goTo}
            onWeek={(weeks) => goFrom((from) => daysAfter(mondayOf(from), 7 * weeks))}
            onView={(next) => set({ vista: next })}
            onBooking={(id) => open({ kind: "booking", id })}
            onFree={(start) => open({ kind: "new", matchId: null, start })}
          />
          <div className="mt-8 flex flex-col gap-4 print:hidden">
            {week.data.shown_until && <AgendaShown until={week.data.shown_until} />}
            <OwnCalendars />
          </div>
        </>
      ) : (
        <CardListSkeleton count={4} />
      )}
      <AgendaDialog what={dialog} week={week.data} isOpen={isOpen} onClose={close} />
    </>
  );
}

const timeIn = (zone: string) => new Date().toLocaleTimeString("sv", { timeZone: zone }).slice(0, 5);

/** What waits for the specialist's answer, a series once. */
function unansweredOf(bookings: Booking[]): Booking[] {
  const asked = bookings.filter(isAsked);
  return asked.filter(
    ({ series_id, moved_by }, n) =>
      moved_by !== null || series_id === null || asked.findIndex((each) => each.series_id === series_id) === n,
  );
}

/** The day that the agenda opened on, from when it is known; it stays while turnos come and go. Null while the address says the day. */
function useOpeningDay(isOpening: boolean, ahead: Booking[] | undefined): string | null {
  const input = { from: mondayOf(today()) };
  const week = useQuery({ ...queries.agendas.week.queryOptions({ input }), enabled: isOpening }).data;
  const [opened, setOpened] = useState<string | null>(null);
  if (!isOpening) return null;
  if (opened === null && week && ahead) setOpened(openingDay(week, timeIn(week.zone), ahead));
  return opened;
}

/** The most rows that stand above the days; the others are folded. */
const MOST_ROWS = 3;

/** What waits for an answer, so that the days stay in sight: low rows, or on phones one line that opens cards where they are more than few. */
function Unanswered({ bookings }: { bookings: Booking[] }) {
  const hasRoom = useMedia("(min-width: 1024px)");
  const [first] = bookings;
  if (!first) return null;
  if (!hasRoom && bookings.length > MOST_ROWS)
    return (
      <details className="group mb-4 print:hidden">
        <summary
          className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-card bg-warning-soft px-4 py-2 text-warning
            group-open:mb-4 [&::-webkit-details-marker]:hidden"
        >
          <span className="min-w-0 grow leading-snug">
            <h2 className="text-base">{plural(bookings.length, "turno por responder", "turnos por responder")}</h2>
            <span className="text-sm">
              {bookings.length > 1 && "El primero: "}
              {shortDayOf(first.local_start)}, {timeOf(first.local_start)}
            </span>
          </span>
          <Icon name="chevron" className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <ul className="grid gap-4">
          {bookings.map((booking) => (
            <BookingCard key={booking.id} booking={booking} />
          ))}
        </ul>
      </details>
    );
  return (
    <section aria-labelledby="unanswered" className="mb-5 rounded-card border border-line bg-surface print:hidden">
      <h2 id="unanswered" className="px-4 pt-2.5 text-sm text-warning">
        Por responder
      </h2>
      <Rows bookings={bookings.slice(0, MOST_ROWS)} />
      {bookings.length > MOST_ROWS && (
        <details className="border-t border-line">
          <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-semibold text-primary">
            Ver {bookings.length - MOST_ROWS} más
          </summary>
          <Rows bookings={bookings.slice(MOST_ROWS)} />
        </details>
      )}
    </section>
  );
}

function Rows({ bookings }: { bookings: Booking[] }) {
  return (
    <ul className="divide-y divide-line">
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking} />
      ))}
    </ul>
  );
}
