import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { neverLoaded } from "../../client/never-loaded.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { FoldId } from "../shell/navigation.ts";

type SectionProps = {
  title: string;
  about?: ReactNode;
  /** Folds the section; the part of an address that opens it ("…/security#email"). */
  fold?: FoldId;
  /** A folded section's state in a word, seen while it is closed. */
  state?: ReactNode;
  /** Whether something in a folded section has to be seen. */
  isUrgent?: boolean;
  children: ReactNode;
};

/** A section of the security page. */
export function Section({ title, about, fold, state, isUrgent = false, children }: SectionProps) {
  const content = (
    <>
      {about && <p className="mt-1 text-muted">{about}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </>
  );
  return (
    <Card as="section">
      {fold === undefined ? (
        <>
          <h2 className="text-xl">{title}</h2>
          {content}
        </>
      ) : (
        <Folded title={title} id={fold} state={state} isUrgent={isUrgent}>
          {content}
        </Folded>
      )}
    </Card>
  );
}

type FoldedProps = { title: string; id: FoldId; state: ReactNode; isUrgent: boolean; children: ReactNode };

/** Opens by itself when an address leads into it, and when something in it becomes urgent; the reader may close it again. */
function Folded({ title, id, state, isUrgent, children }: FoldedProps) {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const isLedTo = hash === `#${id}`;
  useEffect(() => {
    if (!details.current || !(isLedTo || isUrgent)) return;
    details.current.open = true;
    if (isLedTo) details.current.scrollIntoView({ block: "start" });
  }, [isLedTo, isUrgent]);
  return (
    <details ref={details} id={id} className="group scroll-mt-40">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0 grow text-xl">{title}</h2>
        {state && <span className="text-sm text-muted group-open:hidden">{state}</span>}
        <Icon name="chevron" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}

type QueryState<T> = {
  data: T | undefined;
  errorUpdateCount: number;
  isPaused: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** A query's result, its skeleton while loading, or its error. */
export function Loaded<T>({ asked, children }: { asked: QueryState<T>; children: (data: T) => ReactNode }) {
  if (asked.data !== undefined) return children(asked.data);
  if (neverLoaded(asked)) {
    return (
      <ErrorState message="No se pudo cargar" onRetry={() => void asked.refetch()} isRetrying={asked.isFetching} />
    );
  }
  return (
    <div aria-busy="true" className="grid gap-3">
      <span role="status" className="sr-only">
        Cargando…
      </span>
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-4 w-4/5" />
    </div>
  );
}

type ThingProps = { icon: IconName; name: ReactNode; detail: ReactNode; children?: ReactNode };

/** One key, app or session in a list, with its actions. */
export function Thing({ icon, name, detail, children }: ThingProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <Icon name={icon} className="size-6 text-primary" />
      <div className="min-w-0 grow basis-32">
        <p id={id} className="font-semibold break-words">
          {name}
        </p>
        <p className="text-sm text-muted">{detail}</p>
      </div>
      {children}
    </li>
  );
}
