import { useEffectEvent, useState } from "react";
import { useFocusOut } from "../../ui/use-focus-out.ts";

/** The fields of a patient's profile that are saved when they are left. */
const LEFT = ["name", "phone", "location_city"] as const;
type LeftField = (typeof LEFT)[number];

type Saving = {
  isOn: boolean;
  /** Whether a field differs from what is saved. */
  isChanged: (field: LeftField) => boolean;
  /** Checks and saves one field; whether it was saved. */
  save: (field: LeftField) => Promise<boolean>;
};

/**
 * Saves each field of a form when it is left, one after the other. `form` is the form's ref, `saved` the field saved last; `settled` waits for
 * saves under way. Leaving a field for the form's own button saves with that.
 */
export function useSavedOnLeaving({ isOn, isChanged, save }: Saving) {
  const [saved, setSaved] = useState<LeftField | null>(null);
  const [queue] = useState(makeQueue);
  const store = useEffectEvent(save);
  const form = useFocusOut<HTMLFormElement>((target, next) => {
    const field = LEFT.find((name) => name === target.getAttribute("name"));
    if (!isOn || !field || !isChanged(field)) return;
    if (next instanceof HTMLButtonElement && next.type === "submit") return;
    setSaved(null);
    queue.add(async () => {
      if (await store(field)) setSaved(field);
    });
  });
  return { form, saved, settled: queue.settled };
}

function makeQueue() {
  let last = Promise.resolve();
  return {
    add(task: () => Promise<void>) {
      last = last.then(task);
    },
    settled: () => last,
  };
}
