import type { CastMember } from "../../app/demo/cast.ts";
import { allAnswered } from "../support/past.ts";
import type { Person } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { ageRelations, confirmAddresses } from "../support/trust.ts";

type World = { testApp: TestApp; admin: Person; patient: Person };

/** The request of a specialist, as an admin sees it. */
export const requestOf = async (admin: Person, { id }: Person) =>
  (await admin.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id)!;

/** Signs a specialist up who proves their address, and whom the admin approves; `is_same` answers whose earlier stars are. */
export async function provenKineOf({ testApp, admin }: World, account: CastMember, is_same = false): Promise<Person> {
  const kine = await testApp.signUp(account);
  await confirmAddresses(testApp.db, kine);
  const request = await requestOf(admin, kine);
  await admin.api.kineApplications.approve({ id: request.id, is_checked: true, past: allAnswered(request, is_same) });
  return kine;
}

/** A specialist is reviewed by the patient, and leaves. */
export async function leftBy({ testApp, patient }: World, kine: Person, stars: number): Promise<void> {
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id })).id });
  await patient.api.cases.close({ id: case_id });
  await patient.api.reviews.create({ case_id, kine_id: kine.id, stars });
  await ageRelations(testApp.db, kine);
  await kine.api.accounts.delete();
}
