import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueUndoLink } from "../../app/auth/flows/links/undo-links.server.ts";
import { linkToken, recovered } from "../auth/mailbox.ts";
import { sure } from "../auth/second-factors.ts";
import { ask, browser, openService, PASSWORD, patient, type Service } from "../auth/service.ts";

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service?.close());

const follow = (type: "signup" | "email_change", token_hash: string, token?: string) =>
  ask({ url: service.url }, "POST", "/verify", { ...(token && { token }), body: { type, token_hash } });
const press = (token: string) => ask(service, "POST", "/undo", { body: { token } });

test("who moves an account to their mailbox and recovers it there ends no link that its owner has of an earlier way in", async () => {
  const [email, theirs] = ["duena.de.antes@example.com", "ladron.de.ahora@example.com"];
  const client = browser(service);
  const { user, session } = sure(await client.signUp({ email, password: PASSWORD, options: { data: patient } }));
  const user_id = user?.id ?? "";
  await follow("signup", await linkToken(service, email, /^Confirmá tu email/), session?.access_token ?? "");
  const { id: session_id } = await service.db
    .selectFrom("auth.sessions")
    .select("id")
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  const added = () =>
    service.db
      .transaction()
      .execute((tx) => issueUndoLink(tx, { user_id, session_id }, { kind: "passkey", id: randomUUID() }));
  const before = await added();
  sure(await client.updateUser({ email: theirs }));
  expect(await follow("email_change", await linkToken(service, theirs, /^Confirmá tu nuevo email/))).toMatchObject({
    status: 200,
  });
  const after = await added();
  sure(await (await recovered(service, theirs)).updateUser({ password: "Otra-pileta-88" }));
  expect(await press(after)).toMatchObject({ status: 403 });
  expect(await press(await linkToken(service, email, /^Cambió el email/))).toMatchObject({
    json: { undone: "address" },
  });
  expect(await press(before)).toMatchObject({ json: { undone: "passkey" } });
});
