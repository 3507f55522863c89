import type { ReactNode } from "react";

type FoldProps = { title: ReactNode; isOpen?: boolean; children: ReactNode };

/** A part of a screen that its title opens. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-primary">
        {/* Narrower than the line by the marker, so that a long title stays beside it. */}
        <span className="inline-block max-w-[calc(100%-1.25rem)] align-top">{title}</span>
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}
