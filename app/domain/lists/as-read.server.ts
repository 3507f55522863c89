import { AppError } from "../../shared/app-error.server.ts";
import { areSameItems } from "../../shared/same-items.ts";

type Items = readonly object[];

/**
 * Throws LIST_CHANGED when a caller who read one list would replace another one by a third. Read `stored` under the lock that the replacement
 * holds.
 */
export function mustBeAsRead({ read, stored, wanted }: { read: Items; stored: Items; wanted: Items }): void {
  if (!areSameItems(read, stored) && !areSameItems(wanted, stored)) throw new AppError("LIST_CHANGED");
}
