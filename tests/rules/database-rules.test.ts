import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asViewer, openDatabase, type Database } from "../../app/platform/database/database.server.ts";
import { publishConsentTexts } from "../../app/domain/consents/consents.server.ts";
import { currentConsent } from "../support/consent.ts";
import { createDatabase } from "../support/database.ts";

/** The database's own rules, tested in plain SQL by a program without any checks of its own. */
let db: Database;
let close: () => Promise<void>;
let ana: string;
let carla: string;
let caseId: string;

async function person(name: string, role: "patient" | "kine" | "admin", license: string | null = null) {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = await db.insertInto("auth.users").values({ email }).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("profiles")
    .values({ id, email, name, approval_status: "approved", license_number: license })
    .execute();
  await db.insertInto("user_roles").values({ user_id: id, role }).execute();
  return id;
}

/** A consent event of Ana's about her health data. */
async function consents(action: "given" | "withdrawn", user_id = ana) {
  await db
    .insertInto("consents")
    .values({ ...(await currentConsent(db)), document: "health_data", user_id, action })
    .execute();
}

beforeAll(async () => {
  const database = await createDatabase();
  ({ db } = openDatabase(database.url, { max: 3, onError: () => undefined }));
  close = async () => {
    await db.destroy();
    await database.drop();
  };
  ana = await person("Ana", "patient");
  await publishConsentTexts(db);
  await consents("given");
  carla = await person("Carla", "kine", "MN 1");
});
afterAll(() => close());
beforeEach(async () => {
  const made = await db
    .insertInto("cases")
    .values({ patient_id: ana, title: "Rodilla", description: "Duele" })
    .returning("id")
    .executeTakeFirstOrThrow();
  caseId = made.id;
});

const propose = async (kine_id = carla) =>
  (await db.insertInto("matches").values({ case_id: caseId, kine_id }).returning("id").executeTakeFirstOrThrow()).id;
const decide = (id: string, status: "proposed" | "accepted" | "rejected") =>
  db.updateTable("matches").set({ status }).where("id", "=", id).execute();
const move = (status: "open" | "matched" | "closed") =>
  db.updateTable("cases").set({ status }).where("id", "=", caseId).execute();
const rule = (constraint: string) => ({ constraint });

describe("a case", () => {
  test("starts open", async () => {
    const values = { patient_id: ana, title: "x", description: "y", status: "closed" as const };
    await expect(db.insertInto("cases").values(values).execute()).rejects.toMatchObject(rule("cases_start_open"));
  });

  test("goes from open to matched by an acceptance only, and from matched to closed only", async () => {
    await expect(move("matched")).rejects.toMatchObject(rule("cases_match_by_acceptance"));
    await expect(move("closed")).rejects.toMatchObject(rule("cases_open_matched_closed"));
    await decide(await propose(), "accepted");
    await expect(move("open")).rejects.toMatchObject(rule("cases_open_matched_closed"));
    await move("closed");
    for (const status of ["open", "matched"] as const) {
      await expect(move(status)).rejects.toMatchObject(rule("cases_open_matched_closed"));
    }
  });

  test("keeps its patient", async () => {
    const update = db.updateTable("cases").set({ patient_id: carla }).where("id", "=", caseId).execute();
    await expect(update).rejects.toMatchObject(rule("cases_keep_their_patient"));
  });

  const say = (title: string, viewer: string) =>
    asViewer(db, viewer, (tx) => tx.updateTable("cases").set({ title }).where("id", "=", caseId).execute());
  const remove = (viewer: string) =>
    asViewer(db, viewer, (tx) => tx.deleteFrom("cases").where("id", "=", caseId).execute());
  const versionOf = () =>
    db.selectFrom("cases").select(["version", "edited_at"]).where("id", "=", caseId).executeTakeFirst();

  test("rises in version with what it says, and with nothing else", async () => {
    await db
      .updateTable("cases")
      .set({ edited_at: new Date(), studies_urls: ["a"] })
      .where("id", "=", caseId)
      .execute();
    expect(await versionOf()).toEqual({ version: 1, edited_at: null });
    await say("Hombro", ana);
    expect(await versionOf()).toEqual({ version: 2, edited_at: expect.any(Date) });
  });

  test("is edited and goes while it is open, by nobody but its patient", async () => {
    await db
      .updateTable("cases")
      .set({ studies_urls: ["a"] })
      .where("id", "=", caseId)
      .execute();
    await expect(say("Ajeno", carla)).rejects.toMatchObject(rule("cases_change_by_their_patient"));
    await expect(remove(carla)).rejects.toMatchObject(rule("cases_change_by_their_patient"));
    await decide(await propose(), "accepted");
    const takeStudies = db.updateTable("cases").set({ studies_urls: [] }).where("id", "=", caseId).execute();
    await expect(takeStudies).rejects.toMatchObject(rule("cases_change_while_open"));
    for (const late of [() => say("Tarde", ana), () => remove(ana)]) {
      await expect(late()).rejects.toMatchObject(rule("cases_change_while_open"));
    }
  });

  test("that goes takes its applications in any state and leaves a note of its studies", async () => {
    await db
      .updateTable("cases")
      .set({ studies_urls: ["b", "c"] })
      .where("id", "=", caseId)
      .execute();
    await db
      .updateTable("cases")
      .set({ studies_urls: ["c"] })
      .where("id", "=", caseId)
      .execute();
    await decide(await propose(), "rejected");
    await remove(ana);
    expect(await db.selectFrom("matches").select("id").where("case_id", "=", caseId).execute()).toEqual([]);
    const notes = await db
      .selectFrom("dropped_studies")
      .select("path")
      .where("path", "in", ["b", "c"])
      .orderBy("path")
      .execute();
    expect(notes.map(({ path }) => path)).toEqual(["b", "c"]);
  });

  test("holds five studies at most", async () => {
    const update = (count: number) =>
      db
        .updateTable("cases")
        .set({ studies_urls: Array.from({ length: count }, String) })
        .where("id", "=", caseId)
        .execute();
    await update(5);
    await expect(update(6)).rejects.toMatchObject({ code: "23514" });
  });
});

describe("an application", () => {
  test("starts proposed, is decided once and keeps its parties", async () => {
    const accepted = db.insertInto("matches").values({ case_id: caseId, kine_id: carla, status: "accepted" }).execute();
    await expect(accepted).rejects.toMatchObject(rule("matches_start_proposed"));
    const id = await propose();
    await decide(id, "rejected");
    for (const status of ["proposed", "accepted"] as const) {
      await expect(decide(id, status)).rejects.toMatchObject(rule("matches_decided_once"));
    }
    const other = await person("Otra", "kine", "MN 5");
    const stolen = db.updateTable("matches").set({ kine_id: other }).where("id", "=", id).execute();
    await expect(stolen).rejects.toMatchObject(rule("matches_keep_their_parties"));
  });

  test("goes while it is proposed, by nobody but its specialist", async () => {
    const remove = (id: string, viewer: string) =>
      asViewer(db, viewer, (tx) => tx.deleteFrom("matches").where("id", "=", id).execute());
    const first = await propose();
    await expect(remove(first, ana)).rejects.toMatchObject(rule("matches_go_by_their_kine"));
    await remove(first, carla);
    const again = await propose();
    await decide(again, "accepted");
    await expect(remove(again, carla)).rejects.toMatchObject(rule("matches_decided_once"));
  });

  test("is made once, by an approved specialist, never on a closed case", async () => {
    await expect(propose(ana)).rejects.toMatchObject(rule("matches_not_on_own_case"));
    await expect(propose(await person("Bruno", "patient"))).rejects.toMatchObject(rule("matches_by_approved_kines"));
    const id = await propose();
    await expect(propose()).rejects.toMatchObject({ code: "23505", constraint: "matches_case_id_kine_id_key" });
    await decide(id, "accepted");
    await move("closed");
    await expect(propose(await person("Tarde", "kine", "MN 6"))).rejects.toMatchObject(
      rule("matches_need_a_case_in_course"),
    );
  });
});

describe("a review", () => {
  const review = (stars: number) =>
    db.insertInto("reviews").values({ case_id: caseId, patient_id: ana, kine_id: carla, stars }).execute();

  test("has one to five stars, follows a closed case and its accepted specialist, and is written once", async () => {
    await expect(review(5)).rejects.toMatchObject(rule("reviews_of_accepted_in_closed_case"));
    await decide(await propose(), "accepted");
    await move("closed");
    for (const stars of [0, 6]) await expect(review(stars)).rejects.toMatchObject({ code: "23514" });
    await review(4);
    await expect(review(4)).rejects.toMatchObject({ code: "23505", constraint: "reviews_case_id_kine_id_key" });
    const changed = db.updateTable("reviews").set({ stars: 5 }).where("case_id", "=", caseId).execute();
    await expect(changed).rejects.toMatchObject(rule("reviews_stay_as_written"));
  });
});

test("ids are of version 7, and those of one statement are in the order in which they were made", async () => {
  const { rows } = await sql<{ id: string }>`select uuid_v7()::text as id from generate_series(1, 1000)`.execute(db);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a licence is unique whatever its spaces and capitals", async () => {
  await expect(person("Copia", "kine", "mn1")).rejects.toMatchObject({
    code: "23505",
    constraint: "profiles_license_number_key",
  });
});

test("weekdays run from 0 to 6 and hours end after they start", async () => {
  const hours = (weekday: number, start_time: string, end_time: string) =>
    db.insertInto("availabilities").values({ kine_id: carla, weekday, start_time, end_time }).execute();
  await hours(0, "09:00", "12:00");
  await expect(hours(7, "09:00", "12:00")).rejects.toMatchObject({ code: "23514" });
  await expect(hours(1, "12:00", "09:00")).rejects.toMatchObject({ code: "23514" });
});

test("one row a role and person, and one a thing that an admin has seen", async () => {
  await expect(db.insertInto("user_roles").values({ user_id: ana, role: "patient" }).execute()).rejects.toMatchObject({
    code: "23505",
  });
  const seen = { admin_id: ana, entity_type: "case" as const, entity_id: caseId };
  await db.insertInto("admin_views").values(seen).execute();
  await expect(db.insertInto("admin_views").values(seen).execute()).rejects.toMatchObject({ code: "23505" });
});

test("assign_role and approve_kine_application refuse whoever is no admin", async () => {
  await expect(sql`select assign_role(${carla}::uuid, 'admin')`.execute(db)).rejects.toMatchObject(rule("only_admins"));
  await expect(sql`select approve_kine_application(${carla}::uuid, true)`.execute(db)).rejects.toMatchObject(
    rule("only_admins"),
  );
});

test("an approval is decided once", async () => {
  const approve = (approval_status: "pending" | "approved" | "rejected", id: string) =>
    db.updateTable("profiles").set({ approval_status }).where("id", "=", id).execute();
  const decided = await person("Diego", "kine", "MN 9");
  for (const status of ["pending", "rejected"] as const) {
    await expect(approve(status, decided)).rejects.toMatchObject(rule("approval_decided_once"));
  }
  await approve("approved", decided);
});

test("public_profiles has no birth date, and a phone only for whom the gate or the specialist's list lets in", async () => {
  const kine = await person("Nuria", "kine", "MN 7");
  await db.updateTable("profiles").set({ phone: "+54 11 5555-3333" }).where("id", "=", kine).execute();
  const seenBy = (viewer: string) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('kinexo.viewer', ${viewer}, true)`.execute(tx);
      return tx.selectFrom("public_profiles").selectAll().where("id", "=", kine).executeTakeFirstOrThrow();
    });
  const phone = "+54 11 5555-3333";
  expect(Object.keys(await seenBy(""))).not.toContain("birth_date");
  expect(await seenBy("")).toMatchObject({ name: "Nuria", phone: null });
  expect(await seenBy(await person("Otro", "kine", "MN 8"))).toMatchObject({ phone: null });
  expect(await seenBy(ana)).toMatchObject({ phone });
  await db.updateTable("profiles").set({ phone_listed: false }).where("id", "=", kine).execute();
  expect(await seenBy(ana)).toMatchObject({ phone: null });
  await decide(await propose(kine), "accepted");
  expect(await seenBy(ana)).toMatchObject({ phone });
  expect(await seenBy(kine)).toMatchObject({ phone });
  expect(await seenBy(await person("Elena", "admin"))).toMatchObject({ phone });
});
