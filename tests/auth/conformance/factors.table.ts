import { codeNow, forgetUsedSteps, sure } from "../second-factors.ts";
import { PASSWORD } from "../service.ts";
import * as shapes from "./shapes.ts";
import type { Stage, Table } from "./stage.ts";

/** A patient with ten new recovery codes. */
async function patientWithCodes(stage: Stage) {
  const ana = await stage.patientWithApp();
  return { ...ana, ...sure(await ana.client.mfa.recoveryCodes.generate()) };
}

/** Second factors by code, and recovery codes. */
export const factors: Table = {
  "mfa.enroll": [
    {
      says: "an authenticator app",
      play: async (stage) =>
        (await stage.patient()).watch((client) => client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" })),
      asks: ["POST /factors"],
      data: shapes.EnrolledTotp,
    },
    {
      says: "a phone, which is not offered",
      play: async (stage) =>
        (await stage.patient()).watch((client) =>
          client.mfa.enroll({ factorType: "phone", friendlyName: "Celular", phone: "+5491155555555" }),
        ),
      asks: ["POST /factors"],
      error: { status: 422, code: "mfa_phone_enroll_not_enabled" },
    },
    {
      says: "a name that is taken",
      play: async (stage) =>
        (await stage.patientWithApp()).watch((client) =>
          client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" }),
        ),
      asks: ["POST /factors"],
      error: { status: 422, code: "mfa_factor_name_conflict" },
    },
    {
      says: "a kind that there is not",
      play: async (stage) =>
        (await stage.patient()).watch((client) =>
          client.mfa.enroll({ factorType: "carrier pigeon", friendlyName: "Paloma" } as never),
        ),
      asks: ["POST /factors"],
      error: { status: 400, code: "validation_failed" },
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch((client) => client.mfa.enroll({ factorType: "totp" })),
      asks: ["POST /factors"],
      error: { status: 401, code: "no_authorization" },
    },
  ],
  "mfa.challenge": [
    {
      says: "an authenticator app",
      play: async (stage) => {
        const { factorId, ...ana } = await stage.patientWithApp();
        return ana.watch((client) => client.mfa.challenge({ factorId }));
      },
      asks: ["POST /factors/:id/challenge"],
      data: shapes.Challenge,
    },
    {
      says: "a security key",
      play: async (stage) => {
        const ana = await stage.patient();
        const { id } = sure(await ana.client.mfa.enroll({ factorType: "webauthn", friendlyName: "Llave" }));
        return ana.watch((client) => client.mfa.challenge({ factorId: id, webauthn: { rpId: "localhost" } }));
      },
      asks: ["POST /factors/:id/challenge"],
      data: shapes.KeyChallenge,
    },
    {
      says: "a factor of somebody else",
      play: async (stage) => {
        const { factorId } = await stage.patientWithApp();
        return (await stage.patient()).watch((client) => client.mfa.challenge({ factorId }));
      },
      asks: ["POST /factors/:id/challenge"],
      error: { status: 404, code: "mfa_factor_not_found" },
    },
  ],
  "mfa.verify": [
    {
      says: "the code, which raises the session",
      play: async (stage) => {
        const ana = await stage.patient();
        const { id, totp } = sure(await ana.client.mfa.enroll({ factorType: "totp", friendlyName: "Teléfono" }));
        const challenge = sure(await ana.client.mfa.challenge({ factorId: id }));
        return ana.watch((client) =>
          client.mfa.verify({ factorId: id, challengeId: challenge.id, code: codeNow(totp.secret) }),
        );
      },
      asks: ["POST /factors/:id/verify"],
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
    {
      says: "a wrong code",
      play: async (stage) => {
        const { factorId, secret, ...ana } = await stage.patientWithApp();
        const challenge = sure(await ana.client.mfa.challenge({ factorId }));
        return ana.watch((client) =>
          client.mfa.verify({ factorId, challengeId: challenge.id, code: codeNow(secret, 100) }),
        );
      },
      asks: ["POST /factors/:id/verify"],
      error: { status: 422, code: "mfa_verification_failed" },
    },
  ],
  "mfa.challengeAndVerify": [
    {
      says: "both at once",
      play: async (stage) => {
        const { factorId, secret, ...ana } = await stage.patientWithApp();
        await forgetUsedSteps(stage.service);
        return ana.watch((client) => client.mfa.challengeAndVerify({ factorId, code: codeNow(secret) }));
      },
      asks: ["POST /factors/:id/challenge", "POST /factors/:id/verify"],
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
  ],
  "mfa.unenroll": [
    {
      says: "a factor of one's own",
      play: async (stage) => {
        const { factorId, ...ana } = await stage.patientWithApp();
        return ana.watch((client) => client.mfa.unenroll({ factorId }));
      },
      asks: ["DELETE /factors/:id"],
      data: shapes.Removed,
    },
    {
      says: "a factor that one has not shown",
      play: async (stage) => {
        const { factorId, email } = await stage.patientWithApp();
        const again = await stage.stranger();
        await again.client.signInWithPassword({ email, password: PASSWORD });
        return again.watch((client) => client.mfa.unenroll({ factorId }));
      },
      asks: ["DELETE /factors/:id"],
      error: { code: "insufficient_aal" },
    },
  ],
  "mfa.listFactors": [
    {
      says: "one's factors by kind",
      play: async (stage) => (await stage.patientWithApp()).watch((client) => client.mfa.listFactors()),
      asks: ["GET /user"],
      data: shapes.Factors,
    },
  ],
  "mfa.getAuthenticatorAssuranceLevel": [
    {
      says: "the level of the session kept",
      play: async (stage) =>
        (await stage.patientWithApp()).watch((client) => client.mfa.getAuthenticatorAssuranceLevel()),
      asks: [],
      data: shapes.Assurance,
    },
    {
      says: "the level of a token",
      play: async (stage) => {
        const { verified } = await stage.patientWithApp();
        return (await stage.stranger()).watch((client) =>
          client.mfa.getAuthenticatorAssuranceLevel(verified.access_token),
        );
      },
      asks: ["GET /user"],
      data: shapes.Assurance,
    },
  ],
  "mfa.recoveryCodes.generate": [
    {
      says: "ten codes",
      play: async (stage) => (await stage.patientWithApp()).watch((client) => client.mfa.recoveryCodes.generate()),
      asks: ["POST /factors/recovery-codes"],
      data: shapes.RecoveryCodes,
    },
    {
      says: "codes instead of ones that there are",
      play: async (stage) => (await patientWithCodes(stage)).watch((client) => client.mfa.recoveryCodes.generate()),
      asks: ["POST /factors/recovery-codes"],
      error: { status: 422, code: "mfa_verified_factor_exists" },
    },
  ],
  "mfa.recoveryCodes.getStatus": [
    {
      says: "how many are left",
      play: async (stage) => (await patientWithCodes(stage)).watch((client) => client.mfa.recoveryCodes.getStatus()),
      asks: ["GET /factors/recovery-codes"],
      data: shapes.RecoveryStatus,
    },
    {
      says: "none",
      play: async (stage) => (await stage.patient()).watch((client) => client.mfa.recoveryCodes.getStatus()),
      asks: ["GET /factors/recovery-codes"],
      error: { status: 404, code: "mfa_factor_not_found" },
    },
  ],
  "mfa.recoveryCodes.verify": [
    {
      says: "a code, which raises the session",
      play: async (stage) => {
        const { email, codes } = await patientWithCodes(stage);
        const again = await stage.stranger();
        await again.client.signInWithPassword({ email, password: PASSWORD });
        return again.watch((client) => client.mfa.recoveryCodes.verify({ code: codes[0] ?? "" }));
      },
      asks: ["POST /factors/recovery-codes/verify"],
      data: shapes.Verified,
      events: ["MFA_CHALLENGE_VERIFIED"],
    },
    {
      says: "a wrong code",
      play: async (stage) =>
        (await patientWithCodes(stage)).watch((client) =>
          client.mfa.recoveryCodes.verify({ code: "0000000000000000" }),
        ),
      asks: ["POST /factors/recovery-codes/verify"],
      error: { status: 422, code: "mfa_verification_failed" },
    },
  ],
  "mfa.recoveryCodes.regenerate": [
    {
      says: "ten others",
      play: async (stage) => (await patientWithCodes(stage)).watch((client) => client.mfa.recoveryCodes.regenerate()),
      asks: ["POST /factors/recovery-codes/regenerate"],
      data: shapes.RecoveryCodes,
    },
  ],
  "mfa.recoveryCodes.unenroll": [
    {
      says: "all of them",
      play: async (stage) => (await patientWithCodes(stage)).watch((client) => client.mfa.recoveryCodes.unenroll()),
      asks: ["DELETE /factors/recovery-codes"],
      data: shapes.Removed,
    },
  ],
};
