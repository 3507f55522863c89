import { type ComponentProps, lazy, Suspense } from "react";
import { useStoredSession } from "../../client/stored-session.ts";
import { loadChunk } from "../../client/chunk-reload.ts";

// Loaded apart: visitors without an account need none of its code.
const ReportButton = lazy(async () => ({
  default: (await loadChunk(() => import("../../domain/reports/report-button.tsx"))).ReportButton,
}));

/** The way to report, for whoever has a session in this browser. */
export function Report(props: ComponentProps<typeof ReportButton>) {
  return useStoredSession() && <Suspense fallback={null}><ReportButton {...props} /></Suspense>;
}
