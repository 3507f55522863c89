import { Icon } from "./icons.tsx";

/** The button inside a password box that shows the password. A plain button: the library would take its label as the field's. */
export function RevealButton({ isRevealed, onToggle }: { isRevealed: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={isRevealed ? "Ocultar lo escrito" : "Mostrar lo escrito"}
      className="absolute inset-y-0.5 right-0.5 grid w-11 place-items-center rounded-card text-muted hover:text-primary"
    >
      <Icon name={isRevealed ? "eyeOff" : "eye"} />
    </button>
  );
}
