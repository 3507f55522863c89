import { keepPersonal, readPersonal } from "./personal-storage.ts";

const KEY = "chosen-kine";
type ChosenKine = { id: string; name: string };

/** Stores in this tab the specialist for whom the visitor signs up or publishes a case. */
export function rememberChosenKine({ id, name }: ChosenKine): void {
  keepPersonal(KEY, { id, name });
}

/** The specialist chosen in this tab, or null. */
export function chosenKine(): ChosenKine | null {
  return readPersonal(KEY) as ChosenKine | null;
}

/** Forgets the chosen specialist, once invited or no longer wanted. */
export function forgetChosenKine(): void {
  keepPersonal(KEY, null);
}
