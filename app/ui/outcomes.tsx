import type { ReactNode } from "react";

/** Acts of one width, each beside what it does; on phones above it. Quiet ones begin at one edge, and icons stand in one column. */
export function Outcomes({ children }: { children: ReactNode }) {
  return (
    <ul
      role="list"
      aria-label="Qué hace cada decisión"
      className="grid gap-3 sm:grid-cols-[auto_1fr] max-sm:[&_.button-quiet]:-ml-3.5 [&_.button-quiet]:justify-start sm:[&_.button]:justify-start"
    >
      {children}
    </ul>
  );
}

export function Outcome({ act, children }: { act: ReactNode; children: ReactNode }) {
  return (
    <li className="grid items-center gap-y-1 sm:col-span-2 sm:grid-cols-subgrid">
      <div className="flex flex-col gap-1">{act}</div>
      <p className="max-w-180 text-sm leading-tight">{children}</p>
    </li>
  );
}
