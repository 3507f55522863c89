type State = "soft" | "hard" | "complained";
type Fate = "failed" | State;

const KINDS: Record<Fate, string> = {
  failed: "No salió",
  soft: "Volvió, por ahora",
  hard: "Volvió",
  complained: "No deseado",
};
const PROVIDERS: Record<string, string> = { gmail: "Gmail", outlook: "Outlook", yahoo: "Yahoo", icloud: "iCloud" };
const STATES: Record<State, string> = {
  soft: "en pausa 7 días",
  hard: "la casilla no existe",
  complained: "marcó los correos como no deseados",
};

/** What became of a mail, where, and why an account gets none, in words. */
export const bounceWords = (kind: Fate) => KINDS[kind];
export const providerWords = (provider: string) => PROVIDERS[provider] ?? "Otro";
export const stateWords = (state: State) => STATES[state];
