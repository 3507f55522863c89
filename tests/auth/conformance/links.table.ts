import { expect, vi } from "vitest";
import { z } from "zod";
import { type Browser, newEmail, ORIGIN } from "../service.ts";
import { OneKnownUser, OneUser, SignedIn } from "./shapes.ts";
import type { Stage, Table } from "./stage.ts";

const nobody = z.object({ user: z.null(), session: z.null() });
const nothing = z.strictObject({});
const pkce = { flowType: "pkce" } as const;

/** Waits for the message with this subject to an address; its token. */
async function tokenTo({ service }: Stage, email: string, subject: RegExp): Promise<string> {
  const link = await vi.waitFor(
    async () => {
      const letter = (await service.letters(email)).find((one) => subject.test(one.subject));
      expect(letter).toBeDefined();
      return letter?.link ?? "";
    },
    { timeout: 60_000, interval: 50 },
  );
  return new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
}

/** Requests a recovery link; its token. */
async function recoveryToken(stage: Stage, client: Browser, email: string): Promise<string> {
  await client.resetPasswordForEmail(email, { redirectTo: `${ORIGIN}/forgot-password` });
  return tokenTo(stage, email, /nueva contraseña/);
}

/** Links sent by e-mail. */
export const links: Table = {
  resetPasswordForEmail: [
    {
      says: "a link to whoever has an account",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.stranger()).watch((client) => client.resetPasswordForEmail(email));
      },
      asks: ["POST /recover"],
      data: nothing,
    },
    {
      says: "the same answer where nobody has",
      play: async (stage) => (await stage.stranger()).watch((client) => client.resetPasswordForEmail(newEmail())),
      asks: ["POST /recover"],
      data: nothing,
    },
    {
      says: "an e-mail that is none",
      play: async (stage) => (await stage.stranger()).watch((client) => client.resetPasswordForEmail("nadie")),
      asks: ["POST /recover"],
      error: { status: 400, code: "validation_failed" },
    },
  ],
  verifyOtp: [
    {
      says: "a recovery link, which signs in",
      play: async (stage) => {
        const { email } = await stage.patient();
        const ana = await stage.stranger();
        const token_hash = await recoveryToken(stage, ana.client, email);
        return ana.watch((client) => client.verifyOtp({ token_hash, type: "recovery" }));
      },
      asks: ["POST /verify"],
      data: SignedIn,
      events: ["PASSWORD_RECOVERY"],
    },
    {
      says: "a confirmation link, which signs nobody in",
      play: async (stage) => {
        const { email } = await stage.patient();
        const token_hash = await tokenTo(stage, email, /^Confirmá tu email/);
        return (await stage.stranger()).watch((client) => client.verifyOtp({ token_hash, type: "signup" }));
      },
      asks: ["POST /verify"],
      data: OneKnownUser.extend({
        session: z.null(),
        user: OneKnownUser.shape.user.required({ email_confirmed_at: true }),
      }),
    },
    {
      says: "a link that was used",
      play: async (stage) => {
        const { email } = await stage.patient();
        const ana = await stage.stranger();
        const token_hash = await recoveryToken(stage, ana.client, email);
        await ana.client.verifyOtp({ token_hash, type: "recovery" });
        return (await stage.stranger()).watch((client) => client.verifyOtp({ token_hash, type: "recovery" }));
      },
      asks: ["POST /verify"],
      error: { status: 403, code: "otp_expired" },
    },
    {
      says: "a code by phone, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) =>
          client.verifyOtp({ phone: "+5491155555555", token: "123456", type: "sms" }),
        ),
      asks: ["POST /verify"],
      error: { status: 400, code: "phone_provider_disabled" },
    },
  ],
  resend: [
    {
      says: "the confirmation of a new account",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.stranger()).watch((client) => client.resend({ type: "signup", email }));
      },
      asks: ["POST /resend"],
      data: nobody,
    },
    {
      says: "the link to a new address",
      play: async (stage) => {
        const { email, watch } = await stage.patient();
        return watch((client) => client.resend({ type: "email_change", email }));
      },
      asks: ["POST /resend"],
      data: nobody,
    },
    {
      says: "by phone, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch((client) => client.resend({ type: "sms", phone: "+5491155555555" })),
      asks: ["POST /resend"],
      error: { status: 400, code: "phone_provider_disabled" },
    },
  ],
  exchangeCodeForSession: [
    {
      says: "the code of a followed recovery link",
      play: async (stage) => {
        const { email } = await stage.patient();
        const ana = await stage.stranger(pkce);
        const token = await recoveryToken(stage, ana.client, email);
        const query = new URLSearchParams({ token, type: "recovery", redirect_to: `${ORIGIN}/forgot-password` });
        const { headers } = await fetch(`${stage.service.url}/verify?${query}`, { redirect: "manual" });
        const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
        return ana.watch((client) => client.exchangeCodeForSession(code));
      },
      asks: ["POST /token pkce"],
      data: SignedIn.extend({ redirectType: z.literal("recovery") }),
      events: ["PASSWORD_RECOVERY"],
    },
    {
      says: "a code that nobody was given",
      play: async (stage) => {
        const ana = await stage.stranger(pkce);
        await ana.client.resetPasswordForEmail(newEmail());
        return ana.watch((client) => client.exchangeCodeForSession("nobody-was-given-this"));
      },
      asks: ["POST /token pkce"],
      error: { status: 404, code: "flow_state_not_found" },
    },
    {
      says: "a code in a browser that asked for none",
      play: async (stage) => (await stage.stranger(pkce)).watch((client) => client.exchangeCodeForSession("a-code")),
      asks: [],
      error: { name: "AuthPKCECodeVerifierMissingError", status: 400, code: "pkce_code_verifier_not_found" },
    },
  ],
  updateUser: [
    {
      says: "one's e-mail, which a link confirms",
      play: async (stage) => (await stage.patient()).watch((client) => client.updateUser({ email: newEmail() })),
      asks: ["PUT /user"],
      data: OneUser,
      events: ["USER_UPDATED"],
    },
    {
      // Whether somebody has it shows only in its mailbox.
      says: "an e-mail that somebody has",
      play: async (stage) => {
        const { email } = await stage.patient();
        return (await stage.patient()).watch((client) => client.updateUser({ email }));
      },
      asks: ["PUT /user"],
      data: OneUser,
      events: ["USER_UPDATED"],
    },
  ],
};
