import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { type AttendedPlace, WeeklyHoursForm } from "./weekly-hours-form.tsx";

/** The specialist's own hours, editable in place; with several places, each range may be of one. */
export function OwnWeeklyHours({ places = [] }: { places?: readonly AttendedPlace[] }) {
  const hours = useQuery(queries.availabilities.mine.queryOptions());
  if (neverLoaded(hours)) {
    return (
      <ErrorState
        message="No se pudieron cargar tus horarios"
        onRetry={() => void hours.refetch()}
        isRetrying={hours.isFetching}
      />
    );
  }
  if (!hours.data) return <FormSkeleton count={7} />;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Horarios de atención</h2>
      <p className="mb-5 text-muted">Se muestran en tu perfil público. Podés cargar más de un horario por día.</p>
      <WeeklyHoursForm ranges={hours.data} places={places} />
    </Card>
  );
}
