import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import type { Toaster, ToastOptions, Toasts, ToastTone } from "./toaster.tsx";

/** The wait before the toaster is preloaded: the screen's own requests come first. */
const AHEAD_AFTER_MS = 1_000;

let noteReady!: (shown: Toasts) => void;
const toaster = new Promise<Toasts>((resolve) => (noteReady = resolve));

/** Loads the toaster's chunk; null on the server and where no region is shown. */
let load: (() => void) | null = null;

function show(tone: ToastTone, message: string, options?: ToastOptions): void {
  load?.();
  // What the act closed or opened decides where it covers nothing.
  void toaster.then((shown) => afterPaint(() => shown.show(tone, message, options)));
}

/** Shows the result of an action briefly; announced (role status, alert for errors). `duration` in ms, else the reading time. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  error: (message: string, options?: ToastOptions) => show("error", message, options),
  info: (message: string, options?: ToastOptions) => show("info", message, options),
  warning: (message: string, options?: ToastOptions) => show("warning", message, options),
  dismiss: (id: string) => void toaster.then(({ dismiss }) => afterPaint(() => dismiss(id))),
};

/**
 * Where toasts appear; once per page. Its code loads after the page, or with the first toast. Its element is there from the start: React Aria
 * would hide toasts from a dialog if their element came while a second dialog lies above it.
 */
export function ToastRegion() {
  const [Part, setPart] = useState<typeof Toaster | null>(null);
  useEffect(() => {
    load = () =>
      void import("./toaster.tsx").then(
        (loaded) => setPart(() => loaded.Toaster),
        // The next toast tries again.
        () => undefined,
      );
    const timer = setTimeout(load, AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <div data-react-aria-top-layer="true">{Part && <Part onReady={noteReady} />}</div>;
}
