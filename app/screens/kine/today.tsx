import { useQuery } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { usePause } from "../../domain/pauses/use-pause.ts";
import { formatBirthDate } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { late } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Waiting } from "./waiting.tsx";

const OwnConfirmation = late<{ isOnlyWhenDue: true }>(
  async () => (await import("../../domain/confirmations/own-confirmation.tsx")).OwnConfirmation,
);
const FittingCases = late<object>(
  async () => (await import("./fitting-cases.tsx")).FittingCases,
  () => <CardListSkeleton count={3} />,
);

/** "Hoy" of a specialist: the next thing to do, what waits, and the cases that fit. */
export default function Today() {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <h1 className="text-3xl">Hoy</h1>
      <FirstSteps />
      <Paused />
      <Waiting />
      <OwnConfirmation isOnlyWhenDue={true} />
      <FittingCases />
    </div>
  );
}

function Paused() {
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
