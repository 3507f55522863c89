import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import type { BookDialogProps } from "../../domain/bookings/book-dialog.tsx";
import { BookingCard, FoldedBooking } from "../../domain/bookings/booking-card.tsx";
import { isAsked } from "../../domain/bookings/booking-words.ts";
import { FreeTimes } from "../../domain/bookings/free-times.tsx";
import { useRead } from "../../domain/notifications/use-read.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { RadioChips } from "../../ui/chip-group.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Waiting } from "../../ui/illustrations/empty.tsx";
import { late, lateDialog } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

const BookDialog = lateDialog<BookDialogProps>(
  async () => (await import("../../domain/bookings/book-dialog.tsx")).BookDialog,
);

const OwnCalendars = late(async () => (await import("../../domain/calendars/own-calendars.tsx")).OwnCalendars);

const KINDS = [
  "booking_confirmed",
  "booking_declined",
  "booking_proposed",
  "booking_cancelled",
  "booking_no_show",
] as const;

type Own = Answers["bookings"]["mine"];

/** "Turnos": what a patient has ahead, the free times of whom they accepted, and what is over. `?con=` names an application. */
export default function PatientBookings() {
  const own = useQuery(queries.bookings.mine.queryOptions());
  useRead(own.data ? { kinds: [...KINDS] } : null);
  return (
    <>
      <h1 className="mb-4 text-3xl">Turnos</h1>
      {neverLoaded(own) ? (
        <ErrorState
          message="Error al cargar tus turnos"
          onRetry={() => void own.refetch()}
          isRetrying={own.isFetching}
        />
      ) : own.data ? (
        <Loaded own={own.data} />
      ) : (
        <CardListSkeleton count={3} />
      )}
    </>
  );
}

function Loaded({ own: { upcoming, past, partners } }: { own: Own }) {
  const [params, setParams] = useSearchParams();
  const asked = params.get("con");
  const [withMatch, setWithMatch] = useState(asked);
  const partner = partners.find(({ match_id }) => match_id === withMatch) ?? partners[0];
  if (upcoming.length + past.length + partners.length === 0)
    return (
      <EmptyState
        illustration={<Waiting />}
        title="Todavía no tenés turnos"
        action={<ButtonLink to="/dashboard/patient/cases">Ver mis casos</ButtonLink>}
      >
        Cuando aceptes a un especialista que toma turnos por acá, los pedís en esta pantalla.
      </EmptyState>
    );
  const choose = partner && (
    <>
      {partners.length > 1 ? (
        <RadioChips
          label="Con quién"
          options={partners.map(({ match_id, name }) => ({ value: match_id, label: name }))}
          value={partner.match_id}
          onChange={setWithMatch}
        />
      ) : (
        <p className="text-muted wrap-anywhere">Con {partner.name}</p>
      )}
      {/* What was asked for stands first then. */}
      <Ask key={partner.match_id} partner={partner} onAsked={() => setParams({}, { replace: true })} />
    </>
  );
  const ask = choose && (
    <section aria-labelledby="ask" className="flex flex-col gap-4">
      <h2 id="ask" className="text-xl">
        Pedir un turno
      </h2>
      {choose}
    </section>
  );
  const askLater = choose && upcoming.length > 0 ? <Fold title="Pedir otro turno">{choose}</Fold> : ask;
  return (
    <div className="flex flex-col gap-6">
      {asked !== null && ask}
      {upcoming.length > 0 && (
        <section aria-labelledby="ahead">
          <h2 id="ahead" className="mb-3 text-xl">
            Próximos
          </h2>
          <Bookings of={upcoming} isWhole={(booking) => booking === upcoming[0] || isAsked(booking)} />
        </section>
      )}
      {asked === null && askLater}
      {past.length > 0 && (
        <details className="print:hidden">
          <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-muted">
            Anteriores ({past.length})
          </summary>
          <Bookings of={past} isWhole={({ is_disputable }) => is_disputable} />
        </details>
      )}
      <OwnCalendars />
    </div>
  );
}

function Bookings({ of, isWhole }: { of: Own["upcoming"]; isWhole: (booking: Own["upcoming"][number]) => boolean }) {
  return (
    <ul className="flex flex-col gap-2">
      {of.map((booking) => {
        const Shown = isWhole(booking) ? BookingCard : FoldedBooking;
        return <Shown key={booking.id} booking={booking} />;
      })}
    </ul>
  );
}

function Ask({ partner, onAsked }: { partner: Own["partners"][number]; onAsked: () => void }) {
  const { match_id: matchId, name } = partner;
  const [picked, setPicked] = useState<{ place: string; about: string; start: string; isInstant: boolean }>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <FreeTimes
        matchId={matchId}
        onPick={({ place_id, local_start }, { places, is_instant }) => {
          const place = places.find(({ id }) => id === place_id)?.label;
          const about = [`Con ${name}`, place].filter(Boolean).join(", ");
          setPicked({ place: place_id, about, start: local_start, isInstant: is_instant });
          setOpen(true);
        }}
      />
      {picked && (
        <BookDialog
          key={`${picked.place} ${picked.start}`}
          matchId={matchId}
          placeId={picked.place}
          start={picked.start}
          about={picked.about}
          side="patient"
          isInstant={picked.isInstant}
          isOpen={isOpen}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) onAsked();
          }}
        />
      )}
    </>
  );
}
