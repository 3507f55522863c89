const KEY = "chosen-kine";
type ChosenKine = { id: string; name: string };

/** Stores in this tab the specialist for whom the visitor signs up or publishes a case. */
export function rememberChosenKine({ id, name }: ChosenKine): void {
  sessionStorage.setItem(KEY, JSON.stringify({ id, name }));
}

/** The specialist chosen in this tab, or null. */
export function chosenKine(): ChosenKine | null {
  const stored = sessionStorage.getItem(KEY);
  return stored ? (JSON.parse(stored) as ChosenKine) : null;
}

/** Forgets the chosen specialist, once invited or no longer wanted. */
export function forgetChosenKine(): void {
  sessionStorage.removeItem(KEY);
}
