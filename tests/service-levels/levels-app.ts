import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { runCaseLevels } from "../../app/domain/service-levels/case-levels.server.ts";
import { runMatchLevels } from "../../app/domain/service-levels/match-levels.server.ts";
import { runQueueLevels } from "../../app/domain/service-levels/queue-levels.server.ts";
import type { Kind } from "../../app/domain/notifications/notification.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

/** A server whose service levels a test makes due: it moves rows back in time, and runs the jobs of each level by hand. */
export async function openLevelsApp() {
  const testApp = await openTestApp();
  const { db, app } = testApp;
  let round = 0;

  /** Moves all times of a case and of its applications back by some hours. */
  async function pass(caseId: string, hours: number): Promise<void> {
    const by = sql`make_interval(secs => ${hours * 3600}::float8)`;
    await sql`update cases set created_at = created_at - ${by}, dormant_at = dormant_at - ${by} where id = ${caseId}`.execute(
      db,
    );
    await sql`update matches set created_at = created_at - ${by} where case_id = ${caseId}`.execute(db);
    await sql`update case_levels set quiet_told_at = quiet_told_at - ${by}, operator_told_at = operator_told_at - ${by},
      reminded_at = reminded_at - ${by}, asked_at = asked_at - ${by}, answered_at = answered_at - ${by} where case_id = ${caseId}`.execute(
      db,
    );
    await sql`update match_levels set accepted_at = accepted_at - ${by}
      where match_id in (select id from matches where case_id = ${caseId})`.execute(db);
  }

  /** Runs every level of a case and its applications, three times: what fired does not fire again. */
  async function runLevels(caseId: string): Promise<void> {
    for (let time = 0; time < 3; time += 1) {
      await runCaseLevels(app.services, caseId);
      const matches = await db.selectFrom("matches").select("id").where("case_id", "=", caseId).execute();
      for (const { id } of matches) await runMatchLevels(app.services, id);
    }
  }

  /** How often a person was notified of a kind, about one case or about any. */
  async function told(userId: string, kind: Kind, caseId?: string): Promise<number> {
    let query = db
      .selectFrom("notifications")
      .select((eb) => eb.fn.sum<string | null>("count").as("count"))
      .where("user_id", "=", userId)
      .where("kind", "=", kind);
    if (caseId) query = query.where("case_id", "=", caseId);
    return Number((await query.executeTakeFirst())?.count ?? 0);
  }

  return {
    ...testApp,
    pass,
    runLevels,
    told,
    runQueue: (queue: "requests" | "reports", id: string) => runQueueLevels(app.services, queue, id),
    /** A new patient with a confirmed address who lives in a place. */
    patient: async (place = "Caballito"): Promise<Person> => {
      round += 1;
      const patient = await testApp.signUp(like(cast.ana, `Paciente ${round}`, { location_city: place }));
      await confirmAddresses(db, patient);
      return patient;
    },
    /** A specialist of a place who never signs in. */
    row: async (
      place: string,
      more: { specialty?: string; modalities?: string; license_checked_at?: Date | null } = {},
    ) => {
      round += 1;
      const id = randomUUID();
      const email = `${id}@example.com`;
      await db.insertInto("auth.users").values({ id, email }).execute();
      const profile = {
        name: `Especialista ${round}`,
        location_city: place,
        modalities: "consultorio, domicilio",
        ...more,
      };
      await db
        .insertInto("profiles")
        .values({ id, email, approval_status: "approved", ...profile })
        .execute();
      await db.insertInto("user_roles").values({ user_id: id, role: "kine" }).execute();
      return { id };
    },
    /** A new approved specialist of a place. */
    kine: (place: string, more: Record<string, unknown> = {}): Promise<Person> => {
      round += 1;
      const facts = { location_city: place, license_number: `MN ${5000 + round}`, ...more };
      return testApp.approvedKine(like(cast.carla, `Especialista ${round}`, facts));
    },
    /** A case of a patient. */
    publish: async (patient: Person, more: Record<string, unknown> = {}): Promise<string> =>
      (await patient.api.cases.create({ title: "Me duele", description: "Desde hace días", ...more })).id,
    /** The specialists notified about a case, at once and with the digest. */
    alerts: async (caseId: string) =>
      await db.selectFrom("case_alerts").selectAll().where("case_id", "=", caseId).orderBy("told_at").execute(),
    /** Suspends or restores a user, without ending their sessions. */
    suspend: (id: string, isSuspended: boolean) =>
      db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update profiles set suspended_at = ${isSuspended ? sql`now()` : null} where id = ${id}`.execute(tx);
      }),
  };
}
export type LevelsApp = Awaited<ReturnType<typeof openLevelsApp>>;
