import { sql } from "kysely";
import { z } from "zod";
import { kineReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { freshness } from "../coverages/stated-coverages.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { type Area, pathOf, type Topic } from "./addresses.ts";
import { directoryCopy } from "./copy.server.ts";
import { LACKS, type Lack } from "./lacks.ts";
import { headingOf } from "./topics.server.ts";

const OwnPages = z.strictObject({
  /** The directory's pages and filters, with what the caller lacks to be found there; empty `lacks` means that they are found. */
  pages: z.array(z.strictObject({ name: z.string(), path: z.string().nullable(), lacks: z.array(z.enum(LACKS)) })),
  /** The number of lists that showed the caller on each of the last 30 days, without days that have none; newest first. */
  showings: z.array(z.strictObject({ day: z.string(), count: z.int() })),
});

/** Where the calling specialist is found, what they lack elsewhere, and how often they were shown. */
export const mine = kineReads
  .meta({
    summary:
      "Returns where the caller is found in the directory, what they lack elsewhere, and how often they were shown.",
  })
  .output(OwnPages)
  .handler(async ({ context: { db, services, viewer } }) => {
    const [facts, showings] = await Promise.all([
      ownFacts.first(db, { viewer: viewer.id }),
      ownShowings.all(db, { viewer: viewer.id }),
    ]);
    if (!facts) return { pages: [], showings };
    const contents = await services.copies.of(directoryCopy).read();
    const placeOf = (slug: string) => contents.places.get(slug);
    const { specialty } = facts;
    const named = facts.place === null ? undefined : placeOf(facts.place);
    // A whole jurisdiction has a page, but nobody attends in all of it.
    const place = named === undefined || named.kind === "jurisdiction" ? null : named.slug;
    const always: (Lack | null)[] = [facts.is_approved ? null : "approval", facts.has_licence ? null : "licence"];
    const needs: Partial<Record<Lack, boolean>> = {
      place: place === null,
      specialty: specialty === null,
      home: !facts.modalities.includes("domicilio"),
      online: !facts.modalities.includes("online"),
      local_licence: contents.isStrict && !facts.has_local_licence,
      coverage: !facts.has_coverage,
      price: !facts.has_price,
      hours: !facts.has_hours,
    };
    const row = (name: string, path: string | null, ...needed: Lack[]) => ({
      name,
      path,
      lacks: [...always, ...needed.filter((lack) => needs[lack])].filter((lack) => lack !== null),
    });
    const topic = (name: string, area: Area | null, of: Topic["specialty"], ...needed: Lack[]) =>
      area === null
        ? row(name, null, ...needed)
        : row(headingOf({ area, specialty: of }, contents), pathOf({ area, specialty: of }, placeOf), ...needed);
    const at = place === null ? null : ({ kind: "place", place } as const);
    const atHome = at && ({ ...at, kind: "home" } as const);
    return {
      pages: [
        topic("La página de tu barrio o ciudad", at, null, "place", "local_licence"),
        topic(
          "La de tu especialidad en tu barrio",
          specialty === null ? null : at,
          specialty,
          "place",
          "specialty",
          "local_licence",
        ),
        topic("La de atención a domicilio en tu barrio", atHome, null, "place", "home", "local_licence"),
        topic("Online", { kind: "online" }, null, "online"),
        row("El filtro por cobertura", null, "coverage"),
        row("El filtro por precio", null, "price"),
        row("El filtro por día", null, "hours"),
      ],
      showings,
    };
  });

const ownFacts = prepared("directory.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("profiles as p")
    .select((eb) => [
      "p.place_slug as place",
      "p.specialty_slug as specialty",
      sql<Modality[]>`to_json(named_modalities(p.modalities))`.as("modalities"),
      sql<boolean>`p.approval_status = 'approved' and p.suspended_at is null`.as("is_approved"),
      sql<boolean>`is_licence_current(listed_since(p.id, p.license_checked_at))`.as("has_licence"),
      eb
        .exists(
          eb
            .selectFrom("licences as l")
            .innerJoin("places as at", "at.jurisdiction", "l.jurisdiction")
            .whereRef("l.kine_id", "=", "p.id")
            .whereRef("at.slug", "=", "p.place_slug")
            .where(sql<boolean>`licence_standing(l.state, l.checked_at) in ('fresh', 'due')`),
        )
        .as("has_local_licence"),
      eb
        .exists(
          eb
            .selectFrom("kine_coverages as c")
            .innerJoin("coverages as v", "v.id", "c.coverage_id")
            .whereRef("c.kine_id", "=", "p.id")
            .where("c.disputed_at", "is", null)
            .where("v.retired_at", "is", null)
            .where(freshness("c.confirmed_at"), "<>", "stale"),
        )
        .as("has_coverage"),
      eb
        .exists(
          eb
            .selectFrom("kine_prices as k")
            .whereRef("k.kine_id", "=", "p.id")
            .where(freshness("k.confirmed_at"), "<>", "stale"),
        )
        .as("has_price"),
      eb.exists(eb.selectFrom("availabilities as a").whereRef("a.kine_id", "=", "p.id")).as("has_hours"),
    ])
    .where("p.id", "=", viewer),
);

const ownShowings = prepared("directory.showings", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("directory_showings")
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as("day"), "count"])
    .where("kine_id", "=", viewer)
    .where(sql<boolean>`day > directory_today() - 30`)
    .orderBy("day", "desc"),
);
