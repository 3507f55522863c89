/**
 * A controller that is aborted with `signal`, or by its own `abort()`. Aborting it also takes its listener from `signal`. Browsers from 2024 on
 * have `AbortSignal.any` for it.
 */
export function abortWith(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const follow = () => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { signal: controller.signal });
  return controller;
}
