import { type ReactNode, useState } from "react";

type FoldProps = { title: ReactNode; isOpen?: boolean; children: ReactNode };

/** A part of a screen that its title opens; what `isOpen` once opened stays so. */
export function Fold({ title, isOpen = false, children }: FoldProps) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <details open={wasOpen}>
      <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-primary">
        {/* Narrower than the line by the marker, so that a long title stays beside it. */}
        <span className="inline-block max-w-[calc(100%-1.25rem)] align-top">{title}</span>
      </summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}
