import { afterAll, beforeAll, expect, test } from "vitest";
import type { PhoneSender } from "../../app/auth/flows/factors/factors-phone.server.ts";
import { openService, type Service, signedUp } from "./service.ts";
import { codeOf, sure } from "./second-factors.ts";

const sent: Parameters<PhoneSender["send"]>[0][] = [];
let isDown = false;
let service: Service;
beforeAll(async () => {
  service = await openService({
    phoneSender: {
      async send(message) {
        if (isDown) throw new Error("the provider is down");
        sent.push(message);
      },
    },
  });
});
afterAll(() => service?.close());

const enroll = (client: Awaited<ReturnType<typeof signedUp>>["client"], phone: string) =>
  client.mfa.enroll({ factorType: "phone", friendlyName: "Celular", phone });

test("a code sent to the phone raises the session, once", async () => {
  const { client } = await signedUp(service);
  expect(codeOf(await enroll(client, "12"))).toBe("validation_failed");
  const { id, type, phone } = sure(await enroll(client, "011 15 5555-5555"));
  expect([type, phone]).toEqual(["phone", "+5491155555555"]);
  const { id: challengeId } = sure(await client.mfa.challenge({ factorId: id, channel: "whatsapp" }));
  expect(codeOf(await client.mfa.challenge({ factorId: id, channel: "sms" }))).toBe("over_sms_send_rate_limit");
  expect(sent).toEqual([
    { phone, channel: "whatsapp", text: expect.stringMatching(/^\d{6} es tu código de Kinexo\./) },
  ]);
  const code = sent[0]?.text.slice(0, 6) ?? "";
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  expect(codeOf(await client.mfa.verify({ factorId: id, challengeId, code: wrong }))).toBe("mfa_verification_failed");
  sure(await client.mfa.verify({ factorId: id, challengeId, code }));
  expect(codeOf(await client.mfa.verify({ factorId: id, challengeId, code }))).toBe("mfa_challenge_expired");
  expect(sure(await client.mfa.listFactors()).phone).toMatchObject([{ phone, status: "verified" }]);
  expect(codeOf(await enroll(client, "+54 9 11 5555-5555"))).toBe("mfa_verified_factor_exists");
});

test("a provider that is down is said, and leaves the session as it was", async () => {
  const { client } = await signedUp(service);
  const { id } = sure(await enroll(client, "+54 9 11 4444-4444"));
  isDown = true;
  expect((await client.mfa.challenge({ factorId: id, channel: "sms" })).error).toMatchObject({ status: 503 });
  isDown = false;
  expect(sure(await client.mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe("aal1");
});

test("without a provider there are no phone factors", async () => {
  const plain = await openService({ databaseUrl: service.databaseUrl });
  try {
    const { client } = await signedUp(plain);
    expect((await enroll(client, "+54 9 11 4444-4444")).error).toMatchObject({
      status: 422,
      code: "mfa_phone_enroll_not_enabled",
    });
  } finally {
    await plain.close();
  }
});
