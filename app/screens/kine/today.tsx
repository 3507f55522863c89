import { late } from "../../ui/late.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { FirstSteps, useFirstSteps } from "./first-steps.tsx";
import { useWaiting, Waiting } from "./waiting.tsx";

const OwnConfirmation = late<object>(
  async () => (await import("../../domain/confirmations/own-confirmation.tsx")).OwnConfirmation,
);
const Paused = late<object>(async () => (await import("../../domain/pauses/paused.tsx")).Paused);
const FittingCases = late<object>(
  async () => (await import("./fitting-cases.tsx")).FittingCases,
  () => <CardListSkeleton count={3} />,
);

/** "Hoy" of a specialist: the next thing to do, what waits, and the cases that fit. */
export default function Today() {
  const steps = useFirstSteps();
  const waiting = useWaiting();
  const missing = steps?.filter(({ isDone }) => !isDone) ?? [];
  const isNew = missing.length > 0 && missing.length === steps?.length;
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <h1 className="text-3xl">Hoy</h1>
      {isNew && <FirstSteps missing={missing} isNew />}
      <Paused />
      <Waiting {...waiting} />
      {/* Loads meanwhile, and is shown when its place no longer moves. */}
      <div hidden={waiting.isPending} className="flex flex-col gap-6">
        {!isNew && missing.length > 0 && <FirstSteps missing={missing} isNew={false} />}
        <OwnConfirmation />
        <FittingCases />
      </div>
    </div>
  );
}
