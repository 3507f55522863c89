import type { ReactNode } from "react";
import { Button } from "react-aria-components";

const titleLook =
  "rounded text-left font-display text-lg leading-snug font-semibold after:absolute after:inset-0 after:rounded-card " +
  "hover:text-primary focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 " +
  "focus-visible:after:outline-(--focus)";

/** A raised surface. With a `CardButton` inside, the whole of it opens that control. */
export function Card({
  children,
  as: Element = "article",
}: {
  children: ReactNode;
  as?: "article" | "section" | "div" | "li";
}) {
  return (
    <Element
      className="relative rounded-card border border-line bg-surface p-5 shadow-soft transition-colors duration-150
        has-[[data-card-control]:hover]:border-primary"
    >
      {children}
    </Element>
  );
}

/** What a card begins with, and what stands at its end (`aside`): below it on phones, however short it is. */
export function CardHead({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 sm:flex-row sm:justify-between sm:gap-4">
      <div className="min-w-0">{children}</div>
      <div className="flex flex-wrap gap-2 sm:shrink-0">{aside}</div>
    </div>
  );
}

/** The title of a card that opens something in place. Other controls in the card take the class "relative". */
export function CardButton({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <Button data-card-control onPress={onPress} className={titleLook}>
      {children}
    </Button>
  );
}
