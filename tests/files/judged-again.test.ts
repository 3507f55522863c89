import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { createDatabase } from "../support/database.ts";
import { newKine } from "../support/new-kine.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, openTestAppOn, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let png: Buffer;
let jpg: Buffer;
let elena: Person;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "#0F4C5C" } });
  [png, jpg] = [await picture.clone().png().toBuffer(), await picture.clone().jpeg().toBuffer()];
});
afterAll(() => testApp?.close());

let count = 0;
const another = () => (count += 1);
const patientWithCase = async () => {
  const ana = await testApp.signUp(like(cast.ana, `Ana Lenta ${another()}`));
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  return { ana, caseId: id };
};
const specialist = () =>
  testApp.approvedKine(like(cast.carla, `Carla Lenta ${another()}`, { license_number: `MN 70${another()}` }));

type Slow = { who: Person; method: string; path: string; body: Buffer; type?: string; landed(): Promise<unknown> };

const photosOf = async (id: string) => {
  const folder = join(testApp.dataDir, "files/avatars", id);
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name))).toString("base64")));
};

/** Every body that may take a minute to arrive: who sends it, and what is there when it has landed. */
const SLOW: Record<string, () => Promise<Slow>> = {
  "a study": async () => {
    const { ana, caseId } = await patientWithCase();
    const landed = async () =>
      (await testApp.db.selectFrom("cases").select("studies_urls").where("id", "=", caseId).execute())[0];
    return { who: ana, method: "PUT", path: `/files/case-studies/${caseId}?name=a.png`, body: png, landed };
  },
  "a photo, over an earlier one": async () => {
    const ana = await testApp.signUp(like(cast.ana, `Ana Lenta ${another()}`));
    const first = await fetch(`${testApp.url}/files/avatars`, {
      method: "PUT",
      body: new Uint8Array(await sharp(png).negate().png().toBuffer()),
      headers: { authorization: `Bearer ${await ana.token()}` },
    });
    expect(first.status).toBe(200);
    const landed = async () => [
      await testApp.db.selectFrom("profiles").select("photo_url").where("id", "=", ana.id).execute(),
      await photosOf(ana.id),
    ];
    return { who: ana, method: "PUT", path: "/files/avatars", body: png, landed };
  },
  "a photo for a new specialist": async () => {
    const admin = await testApp.approvedKine(
      like(cast.carla, `Admin ${another()}`, { license_number: `MN 80${another()}` }),
    );
    await confirmAddresses(testApp.db, admin);
    await elena.api.accounts.assignRole({ user_id: admin.id, role: "admin" });
    const { id } = await admin.api.accounts.createKine(newKine());
    return { who: admin, method: "PUT", path: `/files/avatars/${id}`, body: png, landed: () => photosOf(id) };
  },
  "evidence of a licence": async () => {
    const carla = await specialist();
    const { id } = await carla.api.licences.add({ kind: "MP", jurisdiction: "06", number: `9${another()}` });
    const landed = () => testApp.db.selectFrom("licences").select("evidence_path").where("id", "=", id).execute();
    return { who: carla, method: "PUT", path: `/files/licence-evidence/${id}?name=a.png`, body: png, landed };
  },
  "a file in a conversation": async () => {
    const { caseId } = await patientWithCase();
    const carla = await specialist();
    const { id } = await carla.api.matches.apply({ case_id: caseId });
    const landed = () => testApp.db.selectFrom("messages").select("id").where("match_id", "=", id).execute();
    return { who: carla, method: "PUT", path: `/files/messages/${id}`, body: jpg, landed };
  },
  "a call with a long body": async () => {
    const { ana } = await patientWithCase();
    const call = JSON.stringify({ json: { title: "Hombro", description: "Duele" } });
    const landed = () => testApp.db.selectFrom("cases").select("id").where("patient_id", "=", ana.id).execute();
    const body = Buffer.from(call.padEnd(20_000));
    return { who: ana, method: "POST", path: "/rpc/cases/create", body, type: "application/json", landed };
  },
};

/** Sends half of a body, does `meanwhile`, and sends the rest. Returns the status. */
async function sendSlowly({ who, method, path, body, type }: Slow, meanwhile: () => Promise<unknown>): Promise<number> {
  const headers = {
    authorization: `Bearer ${await who.token()}`,
    "content-length": body.length,
    ...(type && { "content-type": type }),
  };
  const sent = request(`${testApp.url}${path}`, { method, headers });
  const answered = once(sent, "response");
  sent.write(body.subarray(0, body.length >> 1));
  // The sender is judged before the body is received.
  await wait(400);
  await meanwhile();
  sent.end(body.subarray(body.length >> 1));
  const [response] = (await answered) as [{ statusCode: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

const ENDS: Record<string, (who: Person) => Promise<unknown>> = {
  "signed out everywhere": ({ auth }) => auth.signOut({ scope: "global" }),
  suspended: ({ id }) => elena.api.moderation.suspend({ id, reason: "Se hace pasar por otra persona" }),
};

const CASES = [
  ...Object.keys(SLOW).map((what) => [what, "signed out everywhere"] as const),
  ["a study", "suspended"] as const,
  ["a file in a conversation", "suspended"] as const,
];
test.each(CASES)("%s whose sender is %s while it arrives is refused and leaves all as it was", async (what, how) => {
  const slow = await SLOW[what]!();
  const before = await slow.landed();
  expect([401, 403]).toContain(await sendSlowly(slow, () => ENDS[how]!(slow.who)));
  expect(await slow.landed()).toEqual(before);
});

test.each(Object.keys(SLOW))("%s that arrives slowly from somebody who stays lands", async (what) => {
  const slow = await SLOW[what]!();
  const before = await slow.landed();
  expect(await sendSlowly(slow, async () => undefined)).toBe(200);
  expect(await slow.landed()).not.toEqual(before);
});

test("a specialist whose password is still being hashed is not created by an admin who was signed out meanwhile", async () => {
  // Hashes that take their real time.
  const slow = await openTestAppOn(await createDatabase(), { passwordMemory: 47_104 });
  const admin = await slow.signIn(cast.elena);
  const hashes = Array.from({ length: 24 }, () => slow.app.services.auth.hashPassword("Pileta-verde-77"));
  const kine = newKine();
  const created = outcome(admin.api.accounts.createKine(kine));
  await wait(150);
  await slow.db
    .updateTable("auth.sessions")
    .set({ ended_at: new Date(), end_reason: "signed_out" })
    .where("user_id", "=", admin.id)
    .execute();
  expect(await created).toBe("NOT_SIGNED_IN");
  await Promise.all(hashes);
  expect(await slow.db.selectFrom("auth.users").select("id").where("email", "=", kine.email).execute()).toEqual([]);
  await slow.close();
});
