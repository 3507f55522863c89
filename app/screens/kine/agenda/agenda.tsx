import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../../client/api.ts";
import { neverLoaded } from "../../../client/never-loaded.ts";
import { BookingCard } from "../../../domain/bookings/booking-card.tsx";
import { type Booking, isAsked } from "../../../domain/bookings/booking-words.ts";
import { useAddressParams } from "../../../domain/lists/address-params.ts";
import { useRead } from "../../../domain/notifications/use-read.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Waiting } from "../../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../../ui/late.tsx";
import { CardListSkeleton } from "../../../ui/skeleton.tsx";
import type { AgendaDialogProps } from "./agenda-dialogs.tsx";
import { Days } from "./days.tsx";
import { today } from "../../../shared/text/calendar-days.ts";
import { type AgendaView, mondayOf } from "./agenda-days.ts";
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

/** "Agenda": what waits for an answer, and the days of a week. `?vista=dia|semana&dia=2026-12-03`. */
export default function Agenda() {
  const { params, set } = useAddressParams();
  const day = /^20[2-7]\d-\d\d-\d\d$/.test(params.get("dia") ?? "") ? (params.get("dia") ?? today()) : today();
  const view: AgendaView = params.get("vista") === "dia" ? "dia" : "semana";
  const [dialog, setDialog] = useState<AgendaDialogProps["what"]>({ kind: "new" });
  const [isOpen, setOpen] = useState(false);
  const open = (what: AgendaDialogProps["what"]) => {
    setDialog(what);
    setOpen(true);
  };
  const week = useQuery(queries.agendas.week.queryOptions({ input: { from: mondayOf(day) } }));
  const own = useQuery(queries.bookings.mine.queryOptions());
  useRead(own.data ? { kinds: [...KINDS] } : null);
  const isOff = week.data === null;
  const goTo = (next: string) => set({ dia: next });
  useAgendaKeys({
    day,
    goTo,
    isOn: !isOff,
    keys: { n: () => open({ kind: "new" }), b: () => open({ kind: "block" }), "?": () => open({ kind: "keys" }) },
    onBooking: (id) => open({ kind: "booking", id }),
  });
  return (
    <>
      <h1 className="mb-4 text-3xl">Agenda</h1>
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
            acts={
              <>
                <Button
                  icon="plus"
                  variant={unansweredOf(own.data.upcoming).length > 0 ? "secondary" : "primary"}
                  onPress={() => open({ kind: "new" })}
                >
                  Nuevo turno
                </Button>
                <Button variant="secondary" onPress={() => open({ kind: "block" })}>
                  Bloquear
                </Button>
              </>
            }
            week={week.data}
            day={day}
            view={view}
            onDay={goTo}
            onView={(next) => set({ vista: next })}
            onBooking={(id) => open({ kind: "booking", id })}
          />
          <div className="mt-8 flex flex-col gap-4 print:hidden">
            {week.data.shown_until && <AgendaShown until={week.data.shown_until} />}
            <OwnCalendars />
          </div>
        </>
      ) : (
        <CardListSkeleton count={4} />
      )}
      <AgendaDialog what={dialog} week={week.data} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** What waits for the specialist's answer, a series once. */
function unansweredOf(bookings: Booking[]): Booking[] {
  const asked = bookings.filter(isAsked);
  return asked.filter(
    ({ series_id, moved_by }, n) =>
      moved_by !== null || series_id === null || asked.findIndex((each) => each.series_id === series_id) === n,
  );
}

function Unanswered({ bookings }: { bookings: Booking[] }) {
  if (bookings.length === 0) return null;
  return (
    <section aria-labelledby="unanswered" className="mb-8 print:hidden">
      <h2 id="unanswered" className="mb-3 text-xl">
        Por responder
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {bookings.map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
      </ul>
    </section>
  );
}
