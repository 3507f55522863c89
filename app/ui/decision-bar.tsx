import type { ReactNode } from "react";

type DecisionBarProps = {
  /** Whether it is so high that, held at the end of the window, it would cover what has to be read. */
  isHigh?: boolean;
  children: ReactNode;
};

/** The decision on a card: after what has to be read, and at the end of the window where that is longer. */
export function DecisionBar({ isHigh = false, children }: DecisionBarProps) {
  return (
    <div
      className={`${isHigh ? "" : "sticky bottom-0 z-2"} border-y border-line bg-surface py-3 in-[[role=dialog]]:bg-ground`}
    >
      {children}
    </div>
  );
}
