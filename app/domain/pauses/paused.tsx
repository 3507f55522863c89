import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { usePause } from "./use-pause.ts";

/** Says that the specialist pauses, with a button that ends it; renders nothing without a pause. */
export function Paused() {
  const until = useQuery(queries.profiles.mine.queryOptions()).data?.paused_until;
  const { pause, isPending } = usePause();
  if (!until) return null;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Estás en pausa</h2>
      <p className="mb-4">No tomás casos hasta el {formatBirthDate(until)} inclusive.</p>
      <Button variant="secondary" isPending={isPending} onPress={() => void pause(null)}>
        Terminar la pausa
      </Button>
    </Card>
  );
}
