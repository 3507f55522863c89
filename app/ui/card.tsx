import type { ReactNode } from "react";

/** A raised surface. With a `CardButton` inside, the whole card activates it. */
export function Card({
  children,
  as: Element = "article",
  isRow,
  isCurrent,
}: {
  children: ReactNode;
  as?: "article" | "section" | "div" | "li";
  /** The keys of a list move through cards as through the rows of a table (see `useRowKeys`). */
  isRow?: boolean;
  /** The card's item is open beside the list. */
  isCurrent?: boolean;
}) {
  return (
    <Element
      data-row={isRow}
      aria-current={isCurrent || undefined}
      className="relative rounded-card border border-line bg-surface p-5 shadow-soft transition-colors duration-150
        aria-[current]:border-primary has-[[data-card-control]:hover]:border-primary"
    >
      {children}
    </Element>
  );
}

/** A card's heading and, at its end, `aside`; on phones `aside` is always below. */
export function CardHead({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2 sm:flex-row sm:justify-between sm:gap-4">
      <div className="min-w-0">{children}</div>
      <div className="flex flex-wrap gap-2 sm:shrink-0">{aside}</div>
    </div>
  );
}
