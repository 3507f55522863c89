import { useQuery } from "@tanstack/react-query";
import { type Answers, queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatShortDate } from "../../shared/format.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Fold } from "../../ui/fold.tsx";
import { FormSkeleton } from "../../ui/skeleton.tsx";
import { AddLicence } from "./add-licence.tsx";
import { EvidenceField } from "./evidence-field.tsx";
import { jurisdictionName, licenceName } from "./licence-words.ts";
import { StandingBadge } from "./standing-badge.tsx";
import { WithdrawLicence } from "./withdraw-licence.tsx";

type Own = Answers["licences"]["mine"];
type OwnLicence = Own["items"][number];

/** "Matrículas": the specialist's licences, what is known of each, and another one to declare. */
export function OwnLicences() {
  const licences = useQuery(queries.licences.mine.queryOptions());
  if (neverLoaded(licences)) {
    return (
      <ErrorState
        message="No se pudieron cargar tus matrículas"
        onRetry={() => void licences.refetch()}
        isRetrying={licences.isFetching}
      />
    );
  }
  if (!licences.data) return <FormSkeleton count={3} />;
  const { items, gap } = licences.data;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Matrículas</h2>
      <p className="mb-5 text-muted">
        Cada provincia tiene la suya. En tu perfil público decimos de dónde es cada una y cuándo la comprobamos.
      </p>
      {gap && <Gap gap={gap} />}
      {items.length > 0 && (
        <ul role="list" className="mb-6 grid gap-4">
          {items.map((licence) => (
            <Licence key={licence.id} licence={licence} />
          ))}
        </ul>
      )}
      <Fold title="Agregar otra matrícula">
        <AddLicence />
      </Fold>
    </Card>
  );
}

function Gap({ gap: { place, jurisdiction, is_left_out } }: { gap: NonNullable<Own["gap"]> }) {
  return (
    <div className="mb-5 flex gap-3 rounded-card bg-warning-soft p-4">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0 text-warning" />
      <p>
        Atendés en {place} y todavía no comprobamos una matrícula tuya de {jurisdictionName(jurisdiction)}.{" "}
        {is_left_out
          ? "Hasta entonces no aparecés en las páginas de ese lugar."
          : "Agregala para que los pacientes la vean."}
      </p>
    </div>
  );
}

/** What a specialist reads about each licence; null where its badge says all. */
function explanation({ standing, checked_on, is_first }: OwnLicence): string | null {
  const checked = checked_on ? `Comprobada el ${formatShortDate(checked_on)}.` : "";
  if (standing === "fresh") return null;
  if (standing === "due") return `${checked} La vamos a volver a comprobar; mientras tanto la insignia sigue.`;
  if (standing === "lapsed") return `${checked} Pasó mucho tiempo: la insignia vuelve cuando la comprobemos otra vez.`;
  if (standing === "doubtful") return "La estamos revisando. Mientras tanto no lleva insignia.";
  if (standing === "inactive") return "En su registro figura inactiva. Si ya no es así, subí una constancia.";
  return is_first ? "La comprobamos junto con tu perfil." : "Todavía no la comprobamos.";
}

function Licence({ licence }: { licence: OwnLicence }) {
  const name = licenceName(licence);
  const { id, standing, checked_on, is_first } = licence;
  const words = explanation(licence);
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line px-4 py-3">
      <div className="-mr-2.5 flex min-h-11 items-center">
        <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2 last:mr-2.5">
          <h3 className="min-w-0 text-base wrap-anywhere">{name}</h3>
          <StandingBadge
            standing={standing}
            {...(standing === "fresh" && checked_on && { since: ` el ${formatShortDate(checked_on)}` })}
          />
        </div>
        {!is_first && <WithdrawLicence id={id} name={name} />}
      </div>
      {words && <p className="text-sm text-muted">{words}</p>}
      {standing !== "fresh" && <EvidenceField id={id} name={name} sentAt={licence.evidence_at} />}
    </li>
  );
}
