import { type Logger, pino } from "pino";

// PostgreSQL's `detail`, `where` and other error fields quote whole rows, which are personal data.
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: `thrown: ${typeof error}` };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint, table, column } = error as {
    code?: string;
    constraint?: string;
    table?: string;
    column?: string;
  };
  return { type, message, code, constraint, table, column, stack };
}

/** The app's log on standard error: warnings and errors. Logged errors leave out the values involved. */
export function openLog(): Logger {
  return pino(
    { level: "warn", base: undefined, serializers: { err: withoutValues } },
    pino.destination({ dest: 2, sync: true }),
  );
}

const INTERVAL_MS = 60_000;

type SparingLog = Record<"warn" | "error", (entry: object) => void>;

/**
 * A sampled log for events that affect very many requests, such as overload: the first at once, then one line a minute with the number of
 * occurrences (`times`).
 */
export function openSparingLog(
  log: Pick<Logger, "warn" | "error">,
  message: string,
  now = () => performance.now(),
): SparingLog {
  let since = -Infinity;
  let times = 0;
  const write = (level: "warn" | "error") => (entry: object) => {
    times += 1;
    if (now() - since < INTERVAL_MS) return;
    log[level]({ ...entry, times }, message);
    since = now();
    times = 0;
  };
  return { warn: write("warn"), error: write("error") };
}
