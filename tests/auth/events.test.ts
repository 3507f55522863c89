import { afterAll, beforeAll, expect, test } from "vitest";
import { browser, newEmail, openService, PASSWORD, patient, type Service } from "./service.ts";

let service: Service;

beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

test("the session client tells each change by its event, and nothing twice", async () => {
  const client = browser(service);
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  await expect.poll(() => events).toEqual(["INITIAL_SESSION"]);
  const email = newEmail();
  await client.signUp({ email, password: PASSWORD, options: { data: patient } });
  await client.refreshSession();
  await client.updateUser({ data: { name: "Ana Nueva" } });
  await client.signOut({ scope: "local" });
  await client.signInWithPassword({ email, password: PASSWORD });
  expect(events).toEqual([
    "INITIAL_SESSION",
    "SIGNED_IN",
    "TOKEN_REFRESHED",
    "USER_UPDATED",
    "SIGNED_OUT",
    "SIGNED_IN",
  ]);
});

test("a session kept from before is told to whoever listens, and one that ended is told as a sign-out", async () => {
  const kept = new Map<string, string>();
  const first = browser(service, kept);
  await first.signUp({ email: newEmail(), password: PASSWORD, options: { data: patient } });
  const later = browser(service, kept);
  const events: (string | null)[] = [];
  later.onAuthStateChange((event, session) => void events.push(event, session && session.user.id));
  const id = (await first.getUser()).data.user!.id;
  await expect.poll(() => events).toEqual(["SIGNED_IN", id, "INITIAL_SESSION", id]);
  const session = JSON.parse(kept.get("session") ?? "{}") as { expires_at: number };
  kept.set("session", JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  await service.db
    .updateTable("auth.sessions")
    .set({ ended_at: new Date(), end_reason: "signed_out" })
    .where("user_id", "=", id)
    .execute();
  expect((await later.getSession()).data.session).toBeNull();
  expect(events.slice(-2)).toEqual(["SIGNED_OUT", null]);
  expect(kept.has("session")).toBe(false);
});
