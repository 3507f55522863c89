import { type ReactNode, useId } from "react";
import { neverLoaded } from "../../client/never-loaded.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { type IconName, Icon } from "../../ui/icons.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

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
