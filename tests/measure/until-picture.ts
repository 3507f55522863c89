/** One event of a browser trace, times in microseconds; `tdur` is CPU time. */
type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { interactionId?: number; timeStamp: number; processingEnd: number } };
};

/** The trace categories that `untilPicture` needs. */
export const TRACED = [
  "toplevel",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-lighthouse",
];

/**
 * CPU milliseconds of the main thread between an interaction and the commit of the next frame, the maximum of the
 * trace. Unlike elapsed time, it does not depend on the machine's other load.
 */
export function untilPicture(trace: readonly TraceEvent[]): number {
  return Math.round(Math.max(0, ...trace.filter(isInteraction).map((event) => busyAfter(event, trace))) / 1000);
}

const isInteraction = ({ name, ph, args }: TraceEvent) =>
  name === "EventTiming" && ph === "b" && (args?.data?.interactionId ?? 0) > 0;

function busyAfter({ pid, tid, ts, args }: TraceEvent, trace: readonly TraceEvent[]): number {
  const { processingEnd = 0, timeStamp = 0 } = args?.data ?? {};
  const handled = ts + (processingEnd - timeStamp) * 1000;
  const own = trace.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X");
  const picture = Math.min(
    ...own.filter((event) => event.name === "Commit" && event.ts >= handled).map((event) => event.ts),
  );
  if (!Number.isFinite(picture)) return 0;
  const tasks = own.filter((task) => task.name === "RunTask" && task.ts + (task.dur ?? 0) > ts && task.ts < picture);
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
}
