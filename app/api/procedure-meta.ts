import type { ErrorCode } from "../shared/errors.ts";

/** What each procedure declares about itself, in `.meta(…)` after its guard. The API's document and the tests are derived from it. */
export type ProcedureMeta = {
  /** One sentence that no other procedure has. */
  summary: string;
  /** Errors besides those of the guard. */
  refuses?: readonly ErrorCode[];
  /**
   * How a write treats an idempotency key: it runs once per key, through `transaction` or `statement`, or it takes no key for a reason.
   * A procedure without it only reads.
   */
  writes?: "once" | { unkeyed: string };
  /** A public procedure that returns more to a member. */
  session?: "optional";
};
