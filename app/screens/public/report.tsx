import { type ComponentProps, lazy, Suspense } from "react";
import { useKeptSession } from "../../client/kept-session.ts";
import { loadPart } from "../../client/missing-parts.ts";

// Loaded apart: visitors without an account need none of its code.
const ReportButton = lazy(async () => ({
  default: (await loadPart(() => import("../../domain/reports/report-button.tsx"))).ReportButton,
}));

/** The way to report, for whoever has a session in this browser. */
export function Report(props: ComponentProps<typeof ReportButton>) {
  return useKeptSession() && <Suspense fallback={null}><ReportButton {...props} /></Suspense>;
}
