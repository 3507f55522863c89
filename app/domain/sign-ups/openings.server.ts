import { sql } from "kysely";
import { isbot } from "isbot";
import type { Database } from "../../platform/database/database.server.ts";
import { SIGN_UP_ROLES, type SignUpRole } from "./sign-ups.ts";

/** Counts how often the sign-up form was opened, in memory; whose request it was is not recorded. */
export type Openings = {
  count(request: Request): void;
  /** Adds the counts to those of the week. The counts of a failed write are added by the next one. */
  write(db: Database): Promise<void>;
};

/** Opens the counts of a node. */
export function openOpenings(): Openings {
  const counts = new Map<SignUpRole, number>();
  const add = (role: SignUpRole, count: number) => counts.set(role, (counts.get(role) ?? 0) + count);
  return {
    count(request) {
      const role = openedForm(request);
      if (role) add(role, 1);
    },
    async write(db) {
      // The same lock order as other nodes.
      for (const role of SIGN_UP_ROLES) {
        const count = counts.get(role) ?? 0;
        if (count === 0) continue;
        counts.delete(role);
        await sql`insert into signup_counts as s (week, role, opened) values (week_of(now()), ${role}, ${count})
          on conflict (week, role) do update set opened = s.opened + excluded.opened`
          .execute(db)
          .catch((error: unknown) => {
            add(role, count);
            throw error;
          });
      }
    },
  };
}

/** Whose sign-up form a request for a page opens; null for other pages, programs that say what they are, and pages that nobody may ever see. */
function openedForm({ method, url, headers }: Request): SignUpRole | null {
  const { pathname, searchParams } = new URL(url);
  const agent = headers.get("user-agent");
  if (method !== "GET" || !agent || isbot(agent)) return null;
  if (/prefetch|prerender/.test(`${headers.get("sec-purpose")} ${headers.get("purpose")}`)) return null;
  // A patient tells the case first, and signs up at its end.
  if (pathname === "/contar") return "patient";
  if (pathname !== "/auth" || searchParams.get("mode") !== "signup") return null;
  return searchParams.get("role") === "kine" ? "kine" : "patient";
}
