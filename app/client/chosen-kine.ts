import { z } from "zod";

const KEY = "chosen-kine";
const ChosenKine = z.object({ id: z.uuid(), name: z.string() });
type ChosenKine = z.output<typeof ChosenKine>;

/** Stores in this tab the specialist for whose sake somebody signs up or publishes a case. */
export function rememberChosenKine({ id, name }: ChosenKine): void {
  sessionStorage.setItem(KEY, JSON.stringify({ id, name }));
}

/** The specialist chosen in this tab, or null. */
export function chosenKine(): ChosenKine | null {
  try {
    return ChosenKine.parse(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
  } catch {
    return null;
  }
}

/** Forgets the chosen specialist, once the case is published. */
export function forgetChosenKine(): void {
  sessionStorage.removeItem(KEY);
}
