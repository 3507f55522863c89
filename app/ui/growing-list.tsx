import { type ReactNode, useRef } from "react";
import { type Growing, MoreEntries } from "./more-entries.tsx";

type GrowingListProps = Growing & {
  /** `li`s. */
  children: ReactNode;
  /** Two columns where there is room. */
  isWide?: boolean;
};

/** A paginated list with "Ver más". */
export function GrowingList({ children, isWide, ...growing }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list} className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
        {children}
      </ul>
      <MoreEntries {...growing} entries={list} />
    </>
  );
}
