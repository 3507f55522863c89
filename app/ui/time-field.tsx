import { WaitingField } from "./field-frame.tsx";
import { late } from "./late.tsx";
import type { TimeFieldProps } from "./time-input.tsx";

/** A time typed as hh:mm, always 24-hour: "09:30", or "" while incomplete. */
export const TimeField = late<TimeFieldProps>(async () => (await import("./time-input.tsx")).TimeInput, WaitingField);
