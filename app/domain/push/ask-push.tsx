import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";
import { AddToHomeScreen } from "./add-to-home-screen.tsx";
import { pushSupport } from "./push-browser.ts";
import { usePushHere } from "./use-push-here.ts";

/** Stored when the person declined in this browser. */
const ASKED_KEY = "push-asked-at";

export type AskPushProps = { question: string };

/** Offers notifications on this device, after an action that awaits an answer. Renders nothing where they are on, impossible or declined. */
export function AskPush({ question }: AskPushProps) {
  const [isAsked, setAsked] = useState(() => readPersonal(ASKED_KEY) !== null);
  const { state, isHere, turnOn } = usePushHere();
  const support = pushSupport();
  const isOffered = support === "supported" || support === "home_screen";
  if (isAsked || !state?.key || isHere || !isOffered) return null;
  const notNow = () => {
    keepPersonal(ASKED_KEY, {});
    setAsked(true);
  };
  return (
    <section
      aria-label="Avisos en este dispositivo"
      className="flex items-start gap-3 rounded-card bg-primary-soft p-4"
    >
      <Icon name="bell" className="mt-0.5 size-6 text-primary" />
      <div className="flex min-w-0 flex-col gap-3">
        {support === "home_screen" ? <AddToHomeScreen /> : <p>{question}</p>}
        <div className="flex flex-wrap gap-3">
          {support === "supported" && (
            <Button size="small" isPending={turnOn.isPending} onPress={() => turnOn.mutate()}>
              Sí, avisarme
            </Button>
          )}
          <Button size="small" variant="quiet" onPress={notNow}>
            Ahora no
          </Button>
        </div>
      </div>
    </section>
  );
}
