import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { kine, kineReads } from "../../api/guards.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { licencesChanged } from "./course.server.ts";
import { LICENCE_KINDS, STANDINGS, type Standing } from "./licence.ts";
import { NewLicence } from "./licence-input.ts";

const text = z.string().nullable();
/** The most declarations of a specialist within a day. */
const MOST_A_DAY = 20;

/** The fields of a licence that its specialist and the admins see alike; days are yyyy-mm-dd in Buenos Aires. */
export const LicenceFields = {
  id: z.uuid(),
  kind: z.enum(LICENCE_KINDS).nullable(),
  jurisdiction: text,
  number: z.string(),
  standing: z.enum(STANDINGS),
  is_first: z.boolean(),
  checked_on: text,
  evidence_at: z.date().nullable(),
};

const OwnLicences = z.strictObject({
  items: z.array(z.strictObject(LicenceFields)),
  /** The place where the caller holds sessions without a licence of its jurisdiction. */
  gap: z.strictObject({ place: z.string(), jurisdiction: z.string(), is_left_out: z.boolean() }).nullable(),
});

/** A moment's day in Buenos Aires, as yyyy-mm-dd. */
export const dayOf = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'America/Argentina/Buenos_Aires', 'YYYY-MM-DD')`;
export const standing = sql<Standing>`licence_standing(l.state, l.checked_at)`;
type Kind = (typeof LICENCE_KINDS)[number];

/** The caller's licences, the first one first, and the place for which they lack one. */
export const mine = kineReads
  .meta({ summary: "Lists the caller's licences." })
  .output(OwnLicences)
  .handler(async ({ context: { db, viewer } }) => {
    const [items, gap] = await Promise.all([own.all(db, { viewer: viewer.id }), gapOf(db, viewer.id)]);
    return { items, gap };
  });

const own = prepared("licences.mine", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("licences as l")
    .select([
      "l.id",
      sql<Kind | null>`l.kind`.as("kind"),
      "l.jurisdiction",
      "l.number",
      "l.is_first",
      "l.evidence_at",
      standing.as("standing"),
      dayOf("l.checked_at").as("checked_on"),
    ])
    .where("l.kine_id", "=", viewer)
    .where("l.state", "<>", "withdrawn")
    .orderBy("l.is_first", "desc")
    .orderBy("l.id"),
);

async function gapOf(db: Database, kineId: string) {
  return (await gap.first(db, { kineId })) ?? null;
}

const gap = prepared("licences.gap", (db, { kineId }: { kineId: string }) =>
  db
    .selectFrom("profiles as p")
    .innerJoin("places as at", "at.slug", "p.place_slug")
    .select([
      "at.name as place",
      "at.jurisdiction",
      sql<boolean>`is_left_out(p.id, at.jurisdiction, 'consultorio')`.as("is_left_out"),
    ])
    .where("p.id", "=", kineId)
    .where(sql<boolean>`p.modalities ~* 'consultorio|domicilio'`)
    .where(sql<boolean>`not may_practise(p.id, at.jurisdiction, 'consultorio')`),
);

/** Declares another licence, which waits for a check. Throws TOO_MANY_REQUESTS after twenty within a day. */
export const add = kine
  .meta({
    summary: "Declares another licence of the caller.",
    refuses: ["ALREADY_DONE", "TOO_MANY_LICENCES", "TOO_MANY_REQUESTS"],
    writes: "once",
  })
  .input(NewLicence)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      // The lock serialises the specialist's licences, so that their counts hold.
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      const { count } = await tx
        .selectFrom("licences")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("kine_id", "=", viewer.id)
        .where("declared_at", ">", sql<Date>`now() - interval '1 day'`)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_A_DAY)
        throw new AppError("TOO_MANY_REQUESTS", `Podés declarar ${MOST_A_DAY} matrículas por día. Probá mañana.`);
      const { kind, jurisdiction, number } = input;
      const added = await tx
        .insertInto("licences")
        .values({ kine_id: viewer.id, kind, jurisdiction, number })
        .returning("id")
        .executeTakeFirstOrThrow();
      await licencesChanged(tx, viewer.id);
      await recordEvent(tx, { event: "licence_added", user_id: viewer.id, session_id: viewer.session_id });
      return added;
    }),
  );

/** Withdraws one of the caller's licences, except the first, which belongs to the profile. */
export const withdraw = kine
  .meta({ summary: "Withdraws a licence of the caller.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ withdrawn: z.literal(true) }))
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await tx.selectFrom("profiles").select("id").where("id", "=", viewer.id).forNoKeyUpdate().execute();
      await mustBeOwn(tx, viewer.id, id);
      await tx.updateTable("licences").set({ state: "withdrawn" }).where("id", "=", id).execute();
      await licencesChanged(tx, viewer.id);
      await recordEvent(tx, { event: "licence_withdrawn", user_id: viewer.id, session_id: viewer.session_id });
      return { withdrawn: true as const };
    });
    await removeDroppedFilesSoon(services);
    return answer;
  });

async function mustBeOwn(tx: Tx, kineId: string, id: string) {
  const found = await tx
    .selectFrom("licences")
    .select("id")
    .where("id", "=", id)
    .where("kine_id", "=", kineId)
    .where("state", "<>", "withdrawn")
    .where("is_first", "=", false)
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
}
