import { sql } from "kysely";
import { z } from "zod";
import { anyone, patientReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { personOf } from "../lists/pages.server.ts";
import { Specialist } from "../profiles/profile-output.server.ts";
import { specialistColumns } from "../profiles/specialists.server.ts";
import { isInDirectory } from "./cards.server.ts";
import { Address, DirectoryPage, listOfPage } from "./page.server.ts";
import { searchAddress } from "./typed-search.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const FoundSpecialists = DirectoryPage.pick({
  heading: true,
  searched: true,
  search_heading: true,
  chips: true,
  path: true,
  is_filtered: true,
  total: true,
  page: true,
  pages: true,
  facets: true,
  asked: true,
  orders: true,
  order: true,
}).extend({ items: z.array(Specialist), near: z.array(Specialist) });

/** The specialists of a page of the directory, as a patient's list shows them. */
export const specialists = patientReads
  .meta({ summary: "Lists the specialists of a page of the directory for a patient.", refuses: ["NOT_FOUND"] })
  .input(Address)
  .output(FoundSpecialists)
  .handler(async ({ input: { path, query }, context: { db, services, viewer } }) => {
    const found = await listNow(services, path, query);
    if (found === "missing" || "movedTo" in found) throw new AppError("NOT_FOUND");
    const { says, contents, shown } = found;
    const own = new Set(shown.map(({ number }) => number));
    const all = [...shown, ...found.near.filter(({ number }) => !says.is_filtered && !own.has(number))];
    const rows = await listed.all(db, { viewer: viewer.id, numbers: `{${all.map(({ number }) => number).join()}}` });
    contents.showings.count(rows.map(({ number }) => number));
    const specialistsOf = (isOwn: boolean) =>
      rows
        .filter(({ number }) => own.has(number) === isOwn)
        .map((row) => {
          const { number: _, ...specialist } = row;
          return shownToOthers(services, specialist);
        });
    return { ...says, items: specialistsOf(true), near: specialistsOf(false) };
  });

/** The list of a path and query; follows a redirect to its current address. */
async function listNow(services: Services, path: string, query: string) {
  const found = await listOfPage(services, path, new URLSearchParams(query));
  if (found === "missing" || !("movedTo" in found)) return found;
  const [now = "", asked = ""] = found.movedTo.split("?");
  return listOfPage(services, now, new URLSearchParams(asked));
}

const listed = prepared("directory.specialists", (db, { viewer, numbers }: { viewer: string; numbers: string }) =>
  db
    .selectFrom("directory as d")
    .innerJoinLateral(personOf("d.kine_id").as("p"), (join) => join.onTrue())
    .select(["d.number", ...specialistColumns(viewer)])
    .where(sql<boolean>`d.number = any(${hideFromPlanner(numbers, "int[]")})`)
    .where(isInDirectory)
    .orderBy(sql`array_position(${hideFromPlanner(numbers, "int[]")}, d.number)`),
);

const Typed = z.string().max(80).default("");

/** Finds the page of the directory for a typed text: what hurts or a specialty, and where. */
export const search = anyone
  .meta({ summary: "Finds the page of the directory for what hurts, or a specialty, and where." })
  .input(z.object({ what: Typed, where: Typed }))
  .output(z.strictObject({ to: z.string().nullable(), unknown: z.string().nullable() }))
  .handler(async ({ input: { what, where }, context: { services } }) => {
    const led = await searchAddress(services, what, where);
    return "to" in led ? { to: led.to, unknown: null } : { to: null, unknown: led.unknown };
  });
