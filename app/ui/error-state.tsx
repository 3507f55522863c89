import { useRef } from "react";
import { Button } from "./button.tsx";
import { useFocusFallback } from "./focus-fallback.ts";
import { Icon } from "./icons.tsx";

type ErrorStateProps = { message: string; detail?: string; onRetry?: () => void; isRetrying?: boolean };

/** A loading error: what happened, what to do, and "Reintentar". Announced at once. */
export function ErrorState({ message, detail, onRetry, isRetrying }: ErrorStateProps) {
  const part = useRef<HTMLDivElement>(null);
  useFocusFallback(part);
  return (
    <div ref={part} role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="warning" className="size-7" />
      </span>
      <p className="text-muted">
        <span className="block font-display text-xl leading-snug font-semibold text-balance text-ink">{message}</span>
        <span className="mt-3 block">{detail ?? "Fijate si tenés conexión y probá otra vez."}</span>
      </p>
      {onRetry && (
        <div className="mt-2">
          <Button variant="secondary" icon="refresh" isPending={isRetrying} onPress={onRetry}>
            Reintentar
          </Button>
        </div>
      )}
    </div>
  );
}
