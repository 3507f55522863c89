import { sql } from "kysely";
import { z } from "zod";
import { anyone, patientReads } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { opaque, prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/errors.ts";
import { personOf } from "../lists/pages.server.ts";
import { Specialist } from "../profiles/profile-output.server.ts";
import { specialistColumns } from "../profiles/specialists.server.ts";
import { Address, DirectoryPage, directoryPage } from "./page.server.ts";
import { searchLeadsTo } from "./search-words.server.ts";

const FoundSpecialists = DirectoryPage.pick({
  heading: true,
  path: true,
  is_filtered: true,
  total: true,
  page: true,
  pages: true,
  facets: true,
  asked: true,
  orders: true,
  order: true,
}).extend({ items: z.array(Specialist) });

/** The specialists of a page of the directory, as a patient's list shows them. */
export const specialists = patientReads
  .meta({ summary: "Lists the specialists of a page of the directory for a patient.", refuses: ["NOT_FOUND"] })
  .input(Address)
  .output(FoundSpecialists)
  .handler(async ({ input: { path, query }, context: { db, services, viewer } }) => {
    const answer = await pageNow(services, path, query);
    if (answer === "missing" || !("page" in answer)) throw new AppError("NOT_FOUND");
    const { items, near: _near, is_indexed: _indexed, crumbs: _crumbs, links: _links, ...page } = answer.page;
    const rows = await cards.all(db, { viewer: viewer.id, ids: `{${items.map(({ id }) => id).join()}}` });
    return { ...page, items: items.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []) };
  });

/** The page of a path and query, by the address that it has now. */
async function pageNow(services: Services, path: string, query: string) {
  const answer = await directoryPage(services, path, new URLSearchParams(query), false);
  if (answer === "missing" || "page" in answer) return answer;
  const [now = "", asked = ""] = answer.movedTo.split("?");
  return directoryPage(services, now, new URLSearchParams(asked), false);
}

const cards = prepared("directory.specialists", (db, { viewer, ids }: { viewer: string; ids: string }) =>
  db
    .selectFrom("directory as d")
    .innerJoinLateral(personOf("d.kine_id").as("p"), (join) => join.onTrue())
    .select(specialistColumns(viewer))
    .where(sql<boolean>`d.kine_id = any(${opaque(ids, "uuid[]")})`)
    .where("p.approval_status", "=", "approved")
    .where("p.suspended_at", "is", null),
);

const Typed = z.string().max(80).default("");

/** The page of the directory for what was typed: what hurts or a specialty, and where. */
export const search = anyone
  .meta({ summary: "Finds the page of the directory for what hurts, or a specialty, and where." })
  .input(z.object({ what: Typed, where: Typed }))
  .output(z.strictObject({ to: z.string().nullable(), unknown: z.string().nullable() }))
  .handler(async ({ input: { what, where }, context: { services } }) => {
    const led = await searchLeadsTo(services, what, where);
    return "to" in led ? { to: led.to, unknown: null } : { to: null, unknown: led.unknown };
  });
