const KEY = "chosen-kine";
type ChosenKine = { id: string; name: string };

/** Stores in this tab the specialist for whose sake somebody signs up or publishes a case. */
export function rememberChosenKine({ id, name }: ChosenKine): void {
  sessionStorage.setItem(KEY, JSON.stringify({ id, name }));
}

/** The specialist chosen in this tab, or null. */
export function chosenKine(): ChosenKine | null {
  const kept = sessionStorage.getItem(KEY);
  return kept ? (JSON.parse(kept) as ChosenKine) : null;
}

/** Forgets the chosen specialist, who is invited or not wanted any more. */
export function forgetChosenKine(): void {
  sessionStorage.removeItem(KEY);
}
