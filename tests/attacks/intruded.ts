import { cast, type CastMember } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";
import { requestOf } from "./reviewed-kines.ts";

const HOUR_MS = 3_600_000;

export type Intruded = Awaited<ReturnType<typeof openIntruded>>;

/** An installation in which intruders act in the sessions of admins: Elena administers it, and is no other person's. */
export async function openIntruded() {
  const testApp = await openTestApp();
  const elena = await testApp.signIn(cast.elena);
  await ageAdmins(testApp.db, elena);
  const members = new Map<string, CastMember>();
  let round = 0;

  async function someone(): Promise<Person> {
    const member = like(cast.ana, `Alguien ${++round}`);
    const person = await testApp.signUp(member);
    members.set(person.id, member);
    await confirmAddresses(testApp.db, person);
    return person;
  }
  async function applicant(): Promise<Person> {
    const license_number = `MN ${62_000 + ++round}`;
    const phone = `+54 11 4444-${9000 + round}`;
    const kine = await testApp.signUp(like(cast.carla, `Kine ${round}`, { license_number, phone }));
    await confirmAddresses(testApp.db, kine);
    return kine;
  }
  const admit = async (admin: Person, kine: Person, is_checked = false) =>
    admin.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked });

  return {
    testApp,
    elena,
    /** A patient with a proven mailbox. */
    someone,
    /** What `someone` signed up with. */
    memberOf: ({ id }: Person) => members.get(id)!,
    /** An admin of long standing. */
    async anotherAdmin(): Promise<Person> {
      const person = await someone();
      await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
      await ageAdmins(testApp.db, person);
      return person;
    },
    /** A specialist who asks to be admitted. */
    applicant,
    admit,
    /** A specialist whom Elena admitted, with the licence checked. */
    async specialist(): Promise<Person> {
      const kine = await applicant();
      await admit(elena, kine, true);
      return kine;
    },
    async give(by: Person, { id }: Person, ...roles: ("patient" | "kine" | "admin")[]): Promise<void> {
      for (const role of roles) await by.api.accounts.assignRole({ user_id: id, role });
    },
    rolesOf: async ({ id }: Person) =>
      (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
        ({ role }) => role,
      ),
    readsCases: (kine: Person) => outcome(kine.api.cases.available({})),
    /** What 'No fui yo' of a link that was mailed at `since` does. */
    disown: (admin: Person, since = new Date(Date.now() - HOUR_MS)) =>
      testApp.db.transaction().execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, since)),
    /** Elena proves who she is, as some acts want. */
    confirm: () => elena.api.accounts.confirmPassword({ password: cast.elena.password }),
    close: () => testApp.close(),
  };
}
