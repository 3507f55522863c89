import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icons.tsx";
import { momentOf } from "./booking-words.ts";

/** The next turno of a case, and the way to ask for one; nothing where its specialists take none. */
export function CaseBookings({ caseId }: { caseId: string }) {
  const own = useQuery(queries.bookings.mine.queryOptions());
  const next = own.data?.upcoming.find(({ case_id }) => case_id === caseId);
  const partner = own.data?.partners.find(({ case_id }) => case_id === caseId);
  if (!next && !partner) return null;
  return (
    <section
      aria-label="Turnos"
      className="flex flex-col items-start gap-3 rounded-card bg-primary-soft p-4 print:hidden"
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
        variant={next ? "secondary" : "primary"}
        {...(!next && { icon: "calendar" as const })}
      >
        {next ? "Ver mis turnos" : "Pedir turno"}
      </ButtonLink>
    </section>
  );
}
