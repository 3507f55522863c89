import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icons.tsx";
import { useTogether } from "../../ui/together.tsx";
import { momentOf } from "./booking-words.ts";

/** The next turno with an accepted specialist, and the way to ask for one; nothing where they take none. */
export function MatchBookings({ matchId }: { matchId: string }) {
  const own = useQuery(queries.bookings.mine.queryOptions());
  useTogether(own.isLoading);
  const next = own.data?.upcoming.find(({ match_id }) => match_id === matchId);
  const partner = own.data?.partners.find(({ match_id }) => match_id === matchId);
  if (!next && !partner) return null;
  return (
    <section
      aria-label="Turnos"
      className={`flex flex-col items-start gap-3 print:hidden ${next ? "rounded-card bg-primary-soft p-4" : ""}`}
    >
      {next && (
        <p className="flex items-start gap-2">
          <Icon name="calendar" className="mt-0.5 size-5 text-primary" />
          <span>
            {next.state === "confirmed" ? "Próximo turno" : "Turno pedido"}:{" "}
            <strong>{momentOf(next.local_start)}</strong>
          </span>
        </p>
      )}
      <ButtonLink
        to={next || !partner ? "/dashboard/patient/bookings" : `/dashboard/patient/bookings?con=${partner.match_id}`}
        variant="secondary"
        {...(!next && { icon: "calendar" as const })}
      >
        {next ? "Ver mis turnos" : "Pedir turno"}
      </ButtonLink>
    </section>
  );
}
