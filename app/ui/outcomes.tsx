import type { ReactNode } from "react";

/** Acts, each beside what it does. */
export function Outcomes({ children }: { children: ReactNode }) {
  return (
    <ul role="list" aria-label="Qué hace cada decisión" className="grid gap-2">
      {children}
    </ul>
  );
}

export function Outcome({ act, children }: { act: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(9rem,auto)_1fr] items-center gap-x-3">
      <div className="flex flex-col gap-1">{act}</div>
      <p className="text-sm leading-tight">{children}</p>
    </li>
  );
}
