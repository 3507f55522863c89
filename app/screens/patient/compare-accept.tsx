import { useState } from "react";
import { AcceptQuestion } from "../../domain/matches/accept-question.tsx";
import { Button } from "../../ui/button.tsx";
import type { ComparedApplication } from "./compare-facts.ts";

type CompareAcceptProps = { application: ComparedApplication; by: string; opens: readonly string[] };

/** "Aceptar" in a comparison; the status of an application that is accepted or has lapsed. */
export function CompareAccept({ application, by, opens }: CompareAcceptProps) {
  const [isAsking, setAsking] = useState(false);
  if (application.status === "accepted") return <span className="text-success">Aceptado</span>;
  if (application.is_lapsed) return <span className="text-muted">Propuesta vencida</span>;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        data-returns-to={by}
        onPress={() => setAsking(true)}
        aria-describedby={by}
      >
        Aceptar
      </Button>
      <AcceptQuestion application={application} opens={opens} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
