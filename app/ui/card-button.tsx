import { type ReactNode, useRef } from "react";
import { Button } from "react-aria-components";
import { useSingleFlight } from "./after-paint.ts";
import { useFocusOnSuccessor } from "./focus-fallback.ts";

const titleLook =
  "rounded text-left font-display text-lg leading-snug font-semibold after:absolute after:inset-0 after:rounded-card " +
  "hover:text-primary focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 " +
  "focus-visible:after:outline-(--focus)";

/** A card's title that activates the whole card. Other controls in the card need the class "relative". */
export function CardButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  const press = useSingleFlight(onPress);
  const button = useRef<HTMLButtonElement>(null);
  useFocusOnSuccessor(button);
  return (
    <Button ref={button} data-card-control onPress={press} className={titleLook}>
      {children}
    </Button>
  );
}
