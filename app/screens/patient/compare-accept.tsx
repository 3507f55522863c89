import { useDecision } from "../../domain/matches/decisions.ts";
import { Button } from "../../ui/button.tsx";
import type { ComparedApplication } from "./compare-facts.ts";

/** "Aceptar" in a comparison; the status of an application that is accepted or has lapsed. */
export function CompareAccept({ application, by }: { application: ComparedApplication; by: string }) {
  const { accept, isAccepting } = useDecision(application);
  if (application.status === "accepted") return <span className="text-success">Aceptado</span>;
  if (application.is_lapsed) return <span className="text-muted">Propuesta vencida</span>;
  return (
    <Button size="small" isPending={isAccepting} onPress={accept} aria-describedby={by}>
      Aceptar
    </Button>
  );
}
