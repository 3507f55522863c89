import type { Answers } from "../../client/api.ts";
import { type Application, ApplicationCard } from "../../domain/matches/application-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { NoMessages } from "../../ui/illustrations/empty.tsx";

type ApplicationsProps = {
  ownCase: Answers["cases"]["get"];
  patientName: string;
  hasFailed: boolean;
  isRetrying: boolean;
  onRetry: () => void;
  onReview: (application: Application) => void;
};

/** The applications to an own case; those shown last stay below the word that newer ones did not load. */
export function Applications({ ownCase, patientName, hasFailed, isRetrying, onRetry, onReview }: ApplicationsProps) {
  const { applications, status } = ownCase;
  return (
    <section aria-labelledby="own-applications" className="flex flex-col gap-3">
      <h3 id="own-applications" tabIndex={-1} className="rounded text-lg">
        Postulaciones{applications.length > 0 && <span className="font-normal text-muted"> ({applications.length})</span>}
      </h3>
      {hasFailed && <ErrorState message="Error al cargar las postulaciones" onRetry={onRetry} isRetrying={isRetrying} />}
      {applications.length > 0 ? (
        <ul className="grid gap-4">
          {applications.map((application) => (
            <ApplicationCard
              key={application.id}
              application={application}
              ownCase={ownCase}
              patientName={patientName}
              onReview={() => onReview(application)}
            />
          ))}
        </ul>
      ) : (
        !hasFailed && (
          <EmptyState illustration={<NoMessages />} title="Todavía no hay postulaciones">
            {status === "closed" ? "Este caso está cerrado." : "Apenas un especialista se postule, lo vas a ver acá."}
          </EmptyState>
        )
      )}
    </section>
  );
}
