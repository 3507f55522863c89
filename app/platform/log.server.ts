import { type Logger, pino } from "pino";

// What PostgreSQL adds to an error (`detail`, `where` and others) quotes whole rows, which are people's data.
function withoutValues(error: unknown): object {
  if (!(error instanceof Error)) return { message: `thrown: ${typeof error}` };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint, table, column } = error as { code?: string; constraint?: string; table?: string; column?: string };
  return { type, message, code, constraint, table, column, stack };
}

/** The program's log, on standard error: warnings and faults, an error without the values that it met. */
export function openLog(): Logger {
  return pino({ level: "warn", base: undefined, serializers: { err: withoutValues } }, pino.destination({ dest: 2, sync: true }));
}
