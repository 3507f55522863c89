import { sql } from "kysely";
import type { Services } from "../../api/services.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { isOneEditAway } from "../vocabulary/edit-distance.ts";
import { HANDLE_MIN, handleOf } from "./handle.ts";

const BEGINNING = 3;
const MOST_READ = 200;
const MOST = 3;

/** At most three public specialists whose current handle is like one that leads to nobody: cut, without a hyphen, or with a wrong letter. */
export async function handlesNear(services: Pick<Services, "db" | "replica">, asked: string) {
  const handle = handleOf(asked);
  if (handle.length < HANDLE_MIN) return [];
  const found = await readPublicly(services, ({ db }) =>
    sameBeginning.all(db, { beginning: handle.slice(0, BEGINNING) }),
  );
  return found
    .map((each) => ({ ...each, distance: distanceOf(joined(each.handle), joined(handle)) }))
    .filter(({ distance }) => distance !== null)
    .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0) || one.handle.length - other.handle.length)
    .slice(0, MOST);
}

const joined = (handle: string) => handle.replaceAll("-", "");

function distanceOf(known: string, asked: string): number | null {
  if (known === asked) return 0;
  if (isOneEditAway(known, asked)) return 1;
  return known.startsWith(asked) || asked.startsWith(known) ? 2 : null;
}

const sameBeginning = prepared("handles with a beginning", (db, { beginning }: { beginning: string }) =>
  db
    .selectFrom("handles as h")
    .innerJoin("public_profiles as p", "p.id", "h.kine_id")
    .select(["h.handle", "p.name", "p.specialty"])
    .where(sql<string>`left(h.handle, 3)`, "=", beginning)
    .where("h.left_at", "is", null)
    .orderBy("h.handle")
    .limit(MOST_READ),
);
