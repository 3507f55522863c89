import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";
import { queries } from "../../client/api.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { completenessOf } from "./completeness.ts";

const list = new Intl.ListFormat("es-AR", { type: "conjunction" });

/** How complete the specialist's profile is, what is missing, and a link to the profile as a patient sees it. */
export function ProfileMeter() {
  const id = useId();
  const profile = useQuery(queries.profiles.mine.queryOptions()).data;
  const hours = useQuery(queries.availabilities.mine.queryOptions());
  if (!profile) return null;
  if (hours.isPending) return <Skeleton className="h-36 w-full rounded-card!" />;
  const { percent, missing } = completenessOf(profile, (hours.data?.length ?? 0) > 0);
  return (
    <Card as="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          Tu perfil está completo al {percent} %
        </h2>
        <ButtonLink to={`/kines/${profile.id}?vista=paciente`} variant="secondary" size="small" icon="eye">
          Ver como paciente
        </ButtonLink>
      </div>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-3 text-sm text-muted">
        {missing.length === 0
          ? "Tiene todo lo que un paciente mira antes de elegir."
          : `Te falta ${list.format(missing)}. `}
        {profile.photo_url === null && (
          <Link to="/dashboard/kine/profile" className="font-semibold text-primary underline underline-offset-4">
            Cargar foto
          </Link>
        )}
      </p>
    </Card>
  );
}
