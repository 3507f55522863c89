import type { ReactNode } from "react";

/** The decision on a card: after what has to be read, and at the end of the window where that is longer. */
export function DecisionBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-2 border-y border-line bg-surface py-3 in-[[role=dialog]]:bg-ground">
      {children}
    </div>
  );
}
