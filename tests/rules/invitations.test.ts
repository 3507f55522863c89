import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { newKine } from "../support/new-kine.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person, sessionClient } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const OWN = "Propia2026x";

/** The mails to an address, once there are as many. */
const mailsTo = (address: string, count: number) =>
  vi.waitFor(
    async () => {
      const mails = await messagesTo(join(testApp.dataDir, "outbox"), address);
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 20_000 },
  );

const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";

/** A specialist whom an admin invites: the input, their id and the token of the link that they are sent. */
async function invited(by: Person) {
  const kine = newKine({ password: undefined });
  const { id } = await by.api.accounts.createKine(kine);
  const [mail] = await mailsTo(kine.email, 1);
  return { ...kine, id, mail: mail!, token: tokenOf(mail!.link) };
}

/** The outcome of using the token of a link, and the session client in which it was used. */
async function use(token_hash: string, type: "invite" | "recovery" = "invite") {
  const auth = sessionClient(testApp.url);
  const { error } = await auth.verifyOtp({ token_hash, type });
  return { auth, code: error?.code ?? "ok" };
}

async function choose(auth: ReturnType<typeof sessionClient>, accepted_terms?: boolean) {
  const change: { password: string; accepted_terms?: boolean | undefined } = { password: OWN, accepted_terms };
  return (await auth.updateUser(change)).error?.code ?? "ok";
}

/** Another admin than the first. */
async function anotherAdmin(name: string): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, name));
  await confirmAddresses(testApp.db, person);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  return person;
}

const termsOf = (id: string) =>
  testApp.db.selectFrom("consents").select("document").where("user_id", "=", id).execute();

test("a specialist without a temporary password accepts the terms by the link, and only with them sets the password", async () => {
  const kine = await invited(elena);
  expect(kine.mail.text).not.toContain("temporal");
  expect(kine.mail.text).toContain("aceptás los términos");
  expect(await termsOf(kine.id)).toEqual([]);
  expect(await elena.api.dossiers.person({ id: kine.id })).toMatchObject({ terms_due: true });

  const { auth, code } = await use(kine.token);
  expect(code).toBe("ok");
  expect((await auth.getUser()).data.user?.app_metadata).toMatchObject({ must_change_password: true, terms_due: true });
  expect(await choose(auth)).toBe("terms_required");
  expect(await choose(auth, false)).toBe("terms_required");
  expect(await choose(auth, true)).toBe("ok");
  expect(await termsOf(kine.id)).toEqual([{ document: "terms" }]);
  expect(await elena.api.dossiers.person({ id: kine.id })).toMatchObject({ terms_due: false, is_confirmed: true });
  const own = await testApp.signIn({ email: kine.email, password: OWN, role: "kine", metadata: {} });
  expect(await outcome(own.api.cases.available({}))).toBe("ok");

  expect((await use(kine.token)).code).toBe("otp_expired");
  expect(await outcome(elena.api.accounts.inviteAgain({ id: kine.id }))).toBe("ALREADY_DONE");
});

test("who was invited finds the way in by a recovery as well, and accepts the terms there too", async () => {
  const kine = await invited(elena);
  await sessionClient(testApp.url).resetPasswordForEmail(kine.email);
  const [, recovery] = await mailsTo(kine.email, 2);
  const { auth, code } = await use(tokenOf(recovery!.link), "recovery");
  expect(code).toBe("ok");
  expect(await choose(auth)).toBe("terms_required");
  expect(await choose(auth, true)).toBe("ok");
  expect((await use(kine.token)).code).toBe("otp_expired");
});

test.for(["suspended", "no admin any more"] as const)(
  "the invitations of an admin who is %s lead to nothing until another admin sends one",
  async (end) => {
    const omar = await anotherAdmin(`Omar Invitador ${end}`);
    const [unread, opened] = [await invited(omar), await invited(omar)];
    const { auth, code } = await use(opened.token);
    expect(code).toBe("ok");
    if (end === "suspended") await elena.api.moderation.suspend({ id: omar.id, reason: "Cuenta robada" });
    else await elena.api.accounts.assignRole({ user_id: omar.id, role: "patient" });

    expect((await use(unread.token)).code).toBe("otp_expired");
    expect(await choose(auth, true)).toBe("otp_expired");
    await elena.api.accounts.inviteAgain({ id: unread.id });
    const [, again] = await mailsTo(unread.email, 2);
    const second = await use(tokenOf(again!.link));
    expect(second.code).toBe("ok");
    expect(await choose(second.auth, true)).toBe("ok");
  },
);

test("a withdrawn invitation is not replaced by a recovery", async () => {
  const omar = await anotherAdmin("Omar Suspendido");
  const kine = await invited(omar);
  await elena.api.moderation.suspend({ id: omar.id, reason: "Cuenta robada" });
  await sessionClient(testApp.url).resetPasswordForEmail(kine.email);
  // The request is answered, with silence.
  await vi.waitFor(
    async () => expect(await testApp.db.selectFrom("auth.message_requests").select("id").execute()).toEqual([]),
    { timeout: 20_000 },
  );
  // A request whose answer was lost is sent again under its key.
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await elena.token()}`,
    "idempotency-key": "invitation-of-a-withdrawn-one",
  };
  for (let time = 0; time < 2; time += 1) {
    const body = JSON.stringify({ id: kine.id });
    const sent = await fetch(`${testApp.url}/api/accounts/inviteAgain`, { method: "POST", headers, body });
    expect(sent.status).toBe(200);
  }
  const mails = await mailsTo(kine.email, 2);
  expect(mails.map(({ link }) => new URLSearchParams(new URL(link).hash.slice(1)).get("type"))).toEqual([
    "invite",
    "invite",
  ]);
});

test.for([
  ["another role", (id: string) => elena.api.accounts.assignRole({ user_id: id, role: "patient" })],
  ["a suspension", (id: string) => elena.api.moderation.suspend({ id, reason: "No es quien dice" })],
] as const)("an invitation ends with %s of whom it invites", async ([, change]) => {
  const kine = await invited(elena);
  await change(kine.id);
  expect((await use(kine.token)).code).toBe("otp_expired");
});

test("another invitation replaces the one before, and an address of somebody else opens nothing", async () => {
  const [kine, other] = [await invited(elena), await invited(elena)];
  await elena.api.accounts.inviteAgain({ id: kine.id });
  const [, again] = await mailsTo(kine.email, 2);
  expect((await use(kine.token)).code).toBe("otp_expired");
  const answer = await fetch(`${testApp.url}/auth/v1/verify`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type: "invite", token: tokenOf(again!.link), email: other.email }),
  });
  expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([403, "otp_expired"]);
  expect((await use(tokenOf(again!.link))).code).toBe("ok");
});
