import type { ReactNode } from "react";

type ScrollsSidewaysProps = {
  label: string;
  /** Opens at its right end, where the newest is. */
  isFromEnd?: boolean;
  children: ReactNode;
};

/** A part that may be wider than its window and scrolls sideways, by the keyboard too. */
export function ScrollsSideways({ label, isFromEnd = false, children }: ScrollsSidewaysProps) {
  return (
    <div
      ref={isFromEnd ? toEnd : undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise
      tabIndex={0}
      role="group"
      aria-label={label}
      className="overflow-x-auto rounded"
    >
      {children}
    </div>
  );
}

function toEnd(part: HTMLElement | null) {
  if (part) part.scrollLeft = part.scrollWidth;
}
