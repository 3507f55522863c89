import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { useSubmit } from "../../client/form.tsx";
import { formatShortDate } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DateField } from "../../ui/date-field.tsx";
import { Pause } from "./pause-input.ts";
import { usePause } from "./use-pause.ts";

/** "Pausa" of the specialist's profile: no alerts and no invitations up to a day. */
export function OwnPause() {
  const until = useQuery(queries.profiles.mine.queryOptions()).data?.paused_until;
  const [day, setDay] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const { pause, isPending } = usePause();
  const submit = useSubmit(async () => {
    const asked = Pause.shape.until.unwrap().safeParse(day ?? "");
    if (!asked.success) return setProblem(asked.error.issues[0]?.message);
    if (await pause(asked.data)) setDay(null);
  });
  if (until === undefined) return null;
  return (
    <Card as="section">
      <h2 className="mb-1 text-xl">Pausa</h2>
      {until ? (
        <div className="flex flex-col items-start gap-4">
          <p>No tomás casos hasta el {formatShortDate(until)} inclusive. Tu perfil lo dice, y la pausa termina sola.</p>
          <Button variant="secondary" isPending={isPending} onPress={() => void pause(null)}>
            Terminar la pausa
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
          <p className="text-muted">
            No te avisamos de casos ni te pueden invitar, y tu perfil lo dice. Igual podés postularte.
          </p>
          <DateField
            label="No tomo casos hasta"
            autoComplete="off"
            value={day}
            onChange={(next) => {
              setDay(next);
              setProblem(undefined);
            }}
            {...(problem && { errorMessage: problem })}
          />
          <Button type="submit" variant="secondary" isPending={isPending}>
            Pausar
          </Button>
        </form>
      )}
    </Card>
  );
}
