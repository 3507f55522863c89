import { randomUUID } from "node:crypto";
import { cast } from "../../app/demo/cast.ts";
import { currentConsent } from "../support/consent.ts";
import type { Made, Stage } from "./idempotency.table.ts";
import { like, type Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";

export type Answer = { status: number; body: { code?: string } };
type People = Record<"patient" | "kine" | "admin", Person>;

/** Sends a request as a user, with or without an idempotency key. */
export async function send(
  testApp: TestApp,
  person: Person,
  procedure: string,
  input: object,
  key?: string,
): Promise<Answer> {
  const answer = await fetch(`${testApp.url}/api/${procedure.replace(".", "/")}`, {
    method: "POST",
    body: JSON.stringify(input),
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await person.token()}`,
      ...(key !== undefined && { "idempotency-key": key }),
    },
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}

/** A user of each role. */
export async function openPeople(testApp: TestApp): Promise<People> {
  return {
    patient: await testApp.signUp(cast.ana),
    kine: await testApp.approvedKine(cast.carla),
    admin: await testApp.signIn(cast.elena),
  };
}

let round = 0;

/** Creates the objects a test needs, in the state that each name says; the cases are the patient's. */
export async function openStage(
  { db, signUp }: TestApp,
  { patient, kine, admin }: People,
  needs: readonly Made[],
): Promise<Stage> {
  round += 1;
  const open = async () => (await patient.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
  const applied = async (to: string) => (await kine.api.matches.apply({ case_id: to })).id;
  const matched = async () => {
    const id = await open();
    await patient.api.matches.accept({ id: await applied(id) });
    return id;
  };
  const closed = async () => {
    const id = await matched();
    await patient.api.cases.close({ id });
    return id;
  };
  const review = async () =>
    (await patient.api.reviews.create({ case_id: await closed(), kine_id: kine.id, stars: 3 })).id;
  const applicant = async () =>
    (await signUp(like(cast.diego, `Aspirante ${round}`, { license_number: `MN A${round}` }))).id;
  const application = async () => {
    const of = db
      .selectFrom("kine_applications")
      .select("id")
      .where("profile_id", "=", await applicant());
    return (await of.executeTakeFirstOrThrow()).id;
  };
  const makers: Record<Made, () => Promise<string>> = {
    openCase: open,
    proposed: async () => applied(await open()),
    matchedCase: matched,
    closedCase: closed,
    kine: async () => kine.id,
    applicant,
    application,
    async rejectedApplication() {
      const id = await application();
      await admin.api.kineApplications.reject({ id });
      return id;
    },
    async change() {
      await kine.api.profiles.update({ name: `Nombre ${round}` });
      const of = db.selectFrom("profile_changes").select("id").where("kine_id", "=", kine.id);
      return (await of.executeTakeFirstOrThrow()).id;
    },
    async suspended() {
      const id = await applicant();
      await admin.api.moderation.suspend({ id, reason: "Spam" });
      return id;
    },
    review,
    async hiddenReview() {
      const id = await review();
      await admin.api.moderation.hideReview({ id, reason: "Insultos" });
      return id;
    },
    async report() {
      const of = db
        .insertInto("reports")
        .values({ reporter_id: patient.id, profile_id: await applicant(), reason: "spam" })
        .returning("id");
      return (await of.executeTakeFirstOrThrow()).id;
    },
    session: async () =>
      (await db.insertInto("auth.sessions").values({ user_id: patient.id }).returning("id").executeTakeFirstOrThrow())
        .id,
    version: async () => (await currentConsent(db)).version,
    sha256: async () => (await currentConsent(db)).sha256,
  };
  // Removes other tests' cases.
  await db.deleteFrom("cases").where("status", "=", "open").execute();
  await db.deleteFrom("reports").execute();
  const stage = {} as Stage;
  for (const need of needs) stage[need] = await makers[need]();
  return stage;
}

/** A new idempotency key. */
export const newKey = () => randomUUID();
