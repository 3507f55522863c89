import { type ReactNode, useRef } from "react";
import { type Growing, MoreEntries } from "./more-entries.tsx";

type GrowingListProps = Growing & {
  /** `li`s. */
  children: ReactNode;
  /** Two columns where there is room. */
  isWide?: boolean;
  /** One surface with low rows instead of cards. */
  hasRows?: boolean;
  /** Its items are low. */
  isClose?: boolean;
};

/** A paginated list with "Ver más". */
export function GrowingList({ children, isWide, hasRows = false, isClose = false, ...growing }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className={hasRows ? "@container" : undefined}>
      <ul
        ref={list}
        data-dense={hasRows || undefined}
        className={
          hasRows
            ? "overflow-hidden rounded-card border border-line bg-surface text-sm"
            : `grid ${isClose ? "gap-2.5" : "gap-4"} ${isWide ? "lg:grid-cols-2" : ""}`
        }
      >
        {children}
      </ul>
      <MoreEntries {...growing} entries={list} />
    </div>
  );
}
