import { type ReactNode, useRef } from "react";
import { useFocusFallback } from "./focus-fallback.ts";

type EmptyStateProps = { illustration?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };

/** An empty list: an illustration, a sentence, the next step and its action. */
export function EmptyState({ illustration, title, children, action }: EmptyStateProps) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part);
  return (
    <div ref={part} className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center">
      {illustration}
      <p className="text-muted">
        <span className="block font-display text-xl leading-snug font-semibold text-balance text-ink">{title}</span>
        {children && <span className="mt-3 block">{children}</span>}
      </p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
