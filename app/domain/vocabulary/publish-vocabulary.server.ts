import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { BODY_ZONES } from "../body-zones/body-zones.ts";
import { zoneNames } from "../body-zones/zone-names.ts";
import { placeNames } from "../places/place-names.ts";
import { JURISDICTION_PLACES, PLACES } from "../places/places.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import { specialtyNames } from "../specialties/specialty-names.ts";

/** The vocabulary of this version of the program as rows of its tables, and a digest of them. */
function edition() {
  const places = [...PLACES, ...JURISDICTION_PLACES].map(({ slug, kind, name, jurisdiction, latitude, longitude }) => ({
    slug,
    kind,
    name,
    jurisdiction,
    latitude,
    longitude,
  }));
  const specialties = SPECIALTIES.map(({ slug, name, isTechnique }, position) => ({
    slug,
    name,
    is_technique: isTechnique,
    position,
  }));
  const zones = BODY_ZONES.map(({ slug, name, gender }, position) => ({
    slug,
    name,
    has_sides: gender !== null,
    position,
  }));
  const names = [
    ...[...placeNames()].map(([key, place_slug]) => ({ kind: "place", key, place_slug })),
    ...[...specialtyNames()].map(([key, specialty_slug]) => ({ kind: "specialty", key, specialty_slug })),
    ...[...zoneNames()].map(([key, { slug, side }]) => ({ kind: "zone", key, zone_slug: slug, zone_side: side })),
  ];
  const rows = { places, specialties, zones, names };
  return { rows, sha256: createHash("sha256").update(JSON.stringify(rows)).digest("hex") };
}

/**
 * Stores the vocabulary of this version of the program, unless it has been stored before. Nothing is ever removed, and what an admin decided
 * about a text stays.
 */
export async function publishVocabulary(db: Database): Promise<void> {
  const { rows, sha256 } = edition();
  const known = await db
    .selectFrom("vocabulary_editions")
    .select("sha256")
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  if (known) return;
  const from = (of: keyof typeof rows) =>
    sql`jsonb_populate_recordset(null::${sql.table(TABLES[of])}, ${JSON.stringify(rows[of])}::jsonb)`;
  await db.transaction().execute(async (tx) => {
    // When two nodes start at once, the second waits for the lock and then changes nothing.
    await sql`lock table vocabulary_editions in share row exclusive mode`.execute(tx);
    await sql`insert into places select * from ${from("places")}
      on conflict (slug) do update set (kind, name, jurisdiction, latitude, longitude) =
        (excluded.kind, excluded.name, excluded.jurisdiction, excluded.latitude, excluded.longitude)`.execute(tx);
    await sql`insert into specialties select * from ${from("specialties")}
      on conflict (slug) do update set (name, is_technique, position) = (excluded.name, excluded.is_technique, excluded.position)`.execute(
      tx,
    );
    await sql`insert into body_zones select * from ${from("zones")}
      on conflict (slug) do update set (name, has_sides, position) = (excluded.name, excluded.has_sides, excluded.position)`.execute(
      tx,
    );
    await sql`insert into vocabulary_names (kind, key, place_slug, specialty_slug, zone_slug, zone_side, source)
      select kind, key, place_slug, specialty_slug, zone_slug, zone_side, 'program' from ${from("names")}
      on conflict (kind, key) do update set (place_slug, specialty_slug, zone_slug, zone_side) =
        (excluded.place_slug, excluded.specialty_slug, excluded.zone_slug, excluded.zone_side)
        where vocabulary_names.source <> 'admin'`.execute(tx);
    await sql`insert into vocabulary_editions (sha256) values (${sha256}) on conflict do nothing`.execute(tx);
  });
}

const TABLES = {
  places: "places",
  specialties: "specialties",
  zones: "body_zones",
  names: "vocabulary_names",
} as const;
