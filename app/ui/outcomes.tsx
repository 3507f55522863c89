import type { ReactNode } from "react";

/** Acts, each beside what it does; on phones above it. */
export function Outcomes({ children }: { children: ReactNode }) {
  return (
    <ul role="list" aria-label="Qué hace cada decisión" className="grid gap-3 sm:gap-2">
      {children}
    </ul>
  );
}

export function Outcome({ act, children }: { act: ReactNode; children: ReactNode }) {
  return (
    <li className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(11rem,auto)_1fr]">
      <div className="flex flex-col gap-1">{act}</div>
      <p className="text-sm leading-tight">{children}</p>
    </li>
  );
}
