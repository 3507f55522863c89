import { sql } from "kysely";
import { section } from "./section.server.ts";

/** What came from the system before, with what was cut on the way. */
export const movedRows = section(
  "mudanza",
  "Qué llegó del sistema anterior, y lo que ahí decía y acá no entra.",
  "moved_rows",
  (id) => sql`
    select kind, old_id, new_id, "left" from moved_rows where person_id = ${id} order by kind, old_id`,
);
