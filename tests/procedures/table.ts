import { accounts } from "./accounts.table.ts";
import { administration } from "./admin.table.ts";
import { bookings } from "./bookings.table.ts";
import { cases } from "./cases.table.ts";
import { conversations } from "./conversations.table.ts";
import { kineRows } from "./kines.table.ts";
import type { Row } from "./row.ts";

/** One row for each procedure, by its path in the router. */
export const table: Readonly<Record<string, Row>> = {
  ...accounts,
  ...kineRows,
  ...cases,
  ...conversations,
  ...bookings,
  ...administration,
};
