import type { ReactNode } from "react";

/** A link to another person or case in the panel. */
export function PanelLink({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      data-link
      onClick={onPress}
      className="inline-flex min-h-11 items-center text-left font-semibold text-primary underline underline-offset-4
        hover:text-primary-strong"
    >
      {children}
    </button>
  );
}
