import { type ComponentProps, lazy, Suspense } from "react";
import { useStoredSession } from "../../client/stored-session.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";

// Loaded separately: visitors without an account do not need its code.
const ReportButton = lazy(async () => ({
  default: (await loadChunk(() => import("../../domain/reports/report-button.tsx"))).ReportButton,
}));

/** The report button, shown where this browser has a session. */
export function Report(props: ComponentProps<typeof ReportButton>) {
  return (
    useStoredSession() && (
      <Suspense fallback={null}>
        <ReportButton {...props} />
      </Suspense>
    )
  );
}
