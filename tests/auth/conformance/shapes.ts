import type { Factor, Session, User, UserIdentity } from "@supabase/auth-js";
import { z } from "zod";

const date = z.iso.datetime({ offset: true });

const Identity = z.strictObject({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  identity_data: z.record(z.string(), z.unknown()),
  provider: z.string(),
  email: z.email(),
  created_at: date,
  updated_at: date,
  last_sign_in_at: date,
}) satisfies z.ZodType<UserIdentity>;
export const Identities = z.object({ identities: z.array(Identity).min(1) });

const FactorShape = z.strictObject({
  id: z.uuid(),
  friendly_name: z.string().optional(),
  factor_type: z.enum(["totp", "webauthn", "recovery_code"]),
  status: z.enum(["verified", "unverified"]),
  last_challenged_at: date.optional(),
  created_at: date,
  updated_at: date,
}) satisfies z.ZodType<Factor>;

const UserShape = z.strictObject({
  id: z.uuid(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  email: z.email(),
  phone: z.literal(""),
  email_confirmed_at: date.optional(),
  confirmed_at: date.optional(),
  last_sign_in_at: date,
  new_email: z.email().optional(),
  email_change_sent_at: date.optional(),
  app_metadata: z.strictObject({
    provider: z.string(),
    providers: z.array(z.string()).min(1),
    must_change_password: z.literal(true).optional(),
    profile_due: z.literal(true).optional(),
    terms_due: z.literal(true).optional(),
  }),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(Identity).min(1),
  factors: z.array(FactorShape).optional(),
  created_at: date,
  updated_at: date,
  is_anonymous: z.literal(false),
});

/** A user of whom only the address is known: a User without fields that say more. */
const KnownUserShape = UserShape.omit({
  last_sign_in_at: true,
  confirmed_at: true,
  new_email: true,
  email_change_sent_at: true,
}).extend({
  app_metadata: z.strictObject({}),
  user_metadata: z.strictObject({}),
  identities: z.array(Identity).length(0),
  factors: z.array(FactorShape.omit({ friendly_name: true, last_challenged_at: true })).optional(),
});

const SessionShape = z.strictObject({
  access_token: z.jwt(),
  token_type: z.literal("bearer"),
  expires_in: z.number().positive(),
  expires_at: z.int(),
  refresh_token: z.string().min(20),
  user: UserShape,
});

// The shapes must be assignable to auth-js's declared types.
UserShape satisfies z.ZodType<User>;
KnownUserShape satisfies z.ZodType<User>;
SessionShape satisfies z.ZodType<Session>;

export const OneUser = z.strictObject({ user: UserShape });
export const OneKnownUser = z.strictObject({ user: KnownUserShape });
export const SignedIn = z.strictObject({ user: UserShape, session: SessionShape });
export const OneSession = z.strictObject({ session: SessionShape });
export const Verified = SessionShape;

/** An access token's claims; auth-js also declares a role, which these tokens do not have. */
export const Claims = z.strictObject({
  header: z.strictObject({ alg: z.literal("ES256"), kid: z.string(), typ: z.literal("JWT") }),
  claims: z.strictObject({
    iss: z.string(),
    sub: z.uuid(),
    aud: z.literal("authenticated"),
    exp: z.int(),
    iat: z.int(),
    aal: z.enum(["aal1", "aal2"]),
    session_id: z.uuid(),
    amr: z.array(z.strictObject({ method: z.string(), timestamp: z.int() })).min(1),
  }),
  signature: z.instanceof(Uint8Array),
});

export const EnrolledTotp = z.strictObject({
  id: z.uuid(),
  type: z.literal("totp"),
  friendly_name: z.string(),
  totp: z.strictObject({ qr_code: z.string().startsWith("data:image/svg+xml"), secret: z.string(), uri: z.string() }),
});
export const EnrolledKey = z.strictObject({ id: z.uuid(), type: z.literal("webauthn"), friendly_name: z.string() });
export const Challenge = z.strictObject({ id: z.uuid(), type: z.literal("totp"), expires_at: z.int() });
export const KeyChallenge = z.object({
  id: z.uuid(),
  type: z.literal("webauthn"),
  expires_at: z.int(),
  webauthn: z.object({
    type: z.enum(["create", "request"]),
    credential_options: z.object({ publicKey: z.object({ challenge: z.instanceof(ArrayBuffer) }) }),
  }),
});
export const Removed = z.strictObject({ id: z.uuid() });
const verified = z.array(FactorShape.extend({ status: z.literal("verified") }));
export const Factors = z.strictObject({
  all: z.array(FactorShape).min(1),
  totp: verified,
  phone: verified,
  webauthn: verified,
  recovery_code: verified,
});
export const Assurance = z.strictObject({
  currentLevel: z.literal("aal2"),
  nextLevel: z.literal("aal2"),
  currentAuthenticationMethods: z.array(z.object({ method: z.string(), timestamp: z.int() })).length(2),
});
export const RecoveryCodes = z.strictObject({
  id: z.uuid(),
  type: z.literal("recovery_code"),
  friendly_name: z.string(),
  total: z.literal(10),
  codes: z.array(z.string().min(10)).length(10),
});
export const RecoveryStatus = z.strictObject({
  id: z.uuid(),
  type: z.literal("recovery_code"),
  total: z.literal(10),
  remaining: z.literal(10),
});

export const Passkey = z.strictObject({
  id: z.uuid(),
  friendly_name: z.string(),
  created_at: date,
  last_used_at: date.nullish(),
});
export const Passkeys = z.array(Passkey).length(1);
export const PasskeyOptions = z.strictObject({
  challenge_id: z.uuid(),
  expires_at: z.int(),
  options: z.object({ challenge: z.string() }),
});
