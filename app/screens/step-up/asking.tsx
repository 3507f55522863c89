import { Spinner } from "../../ui/spinner.tsx";

/** Shown while the factors are loading. */
export function Asking() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-16 text-muted">
      <Spinner />
      Un momento…
    </p>
  );
}
