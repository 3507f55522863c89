import { randomBytes, randomUUID } from "node:crypto";
import { generateSecret } from "otplib";
import { deriveKey, encrypt } from "../../app/platform/crypto.server.ts";
import type { Canaries } from "./canaries.ts";
import type { Planted } from "./people.ts";
import type { FieldData } from "./fixture.ts";
import { PLANTED_EVENT } from "../procedures/admin.table.ts";
import { sessionOf } from "../support/accounts.ts";

/** The ids of a user's authentication methods; `identity` is an account at another provider. */
export type Factors = { totp: string; key: string; codes: string; passkey: string; identity: string };

/** Stored bytes, registered in every encoding that an answer could use. */
function bytes(canaries: Canaries, buffer: Buffer, what: string, who: string): string {
  for (const spelling of ["hex", "base64", "base64url"] as const)
    canaries.literal(buffer.toString(spelling), what, who);
  canaries.literal([...buffer].join(","), what, who);
  return `'\\x${buffer.toString("hex")}'`;
}

/** SQL that plants one user's second factors of every kind, recovery codes, a passkey, open challenges and a pending message. */
export function ofFactors(field: FieldData, who: Planted): string[] {
  const { canaries: c, target, people, factors } = field;
  const [id, { totp, key, codes, passkey, identity }] = [
    people[who],
    (factors[who] = {
      totp: randomUUID(),
      key: randomUUID(),
      codes: randomUUID(),
      passkey: randomUUID(),
      identity: randomUUID(),
    }),
  ];
  const filled = (code: "se" | "rk" | "pk") => Buffer.from(c.word(code, who).repeat(4));
  const secret = c.literal(generateSecret(), "factor secret", who);
  const sealed = encrypt(deriveKey(target.secret, "factors"), secret, totp);
  return [
    // An account with ways in is claimed.
    `update auth.users set claimed_at = now() where id = '${id}'`,
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, secret_encrypted) values
      ('${totp}', '${id}', 'totp', 'verified', '${c.word("fn", who)}', ${bytes(c, sealed, "sealed secret", who)}),
      ('${key}', '${id}', 'webauthn', 'verified', 'Llave', null), ('${codes}', '${id}', 'recovery_code', 'verified', 'Códigos', null)`,
    `insert into auth.recovery_codes values ('${codes}', ${bytes(c, filled("rk"), "recovery code", who)}, null)`,
    `insert into auth.webauthn_credentials (id, user_id, factor_id, credential_id, public_key, friendly_name) values
      ('${passkey}', '${id}', null, '${c.word("ck", who)}', ${bytes(c, filled("pk"), "public key", who)}, '${c.word("pn", who)}'),
      ('${key}', '${id}', '${key}', '${c.word("ki", who)}', ${bytes(c, filled("pk"), "public key", who)}, null)`,
    `insert into auth.passkey_challenges (user_id, challenge) values ('${id}', '${c.word("pc", who)}')`,
    ...(who === "deleted"
      ? []
      : [
          `insert into auth.mfa_challenges (factor_id, session_id, webauthn_challenge)
      values ('${key}', '${sessionOf(field.tokens[who]!)}', '${c.word("mc", who)}')`,
        ]),
    ...ofLinks(field, who),
    `insert into auth.identities (id, user_id, provider, provider_id, identity_data)
      values ('${identity}', '${id}', 'custom:oidc', '${c.word("la", who)}', '{"sub":"${c.word("la", who)}"}')`,
    ...ofEvents(field, who),
    // Without a job nothing sends it: it stays pending as long as the tests last.
    `insert into outgoing_messages (user_id, kind, sealed) values ('${id}', 'kine_created', ${bytes(c, filled("se"), "sealed message", who)})`,
  ];
}

/** SQL that plants one user's sent links, unused codes, provider sign-ins in progress and a requested message. */
function ofLinks({ canaries: c, people, tokens }: FieldData, who: Planted): string[] {
  const id = people[who];
  const hash = (what: string) => bytes(c, randomBytes(32), what, who);
  const sealed = (code: "sr" | "sf", what: string) => bytes(c, Buffer.from(c.word(code, who).repeat(4)), what, who);
  const challenge = `'${c.word("cc", who).repeat(6)}', 's256'`;
  const session = who === "deleted" ? null : sessionOf(tokens[who]!);
  const linking = session ? `'${session}', '{"claims":{"sub":"${c.word("lc", who)}"}}'` : "null, null";
  return [
    `insert into auth.one_time_tokens (user_id, kind, token_hash, email, code_challenge, code_challenge_method) values
      ('${id}', 'recovery', ${hash("recovery hash")}, '${c.word("em", who)}@example.com', ${challenge}),
      ('${id}', 'email_change', ${hash("change hash")}, '${c.word("ne", who)}@example.com', ${challenge})`,
    `insert into auth.auth_codes (user_id, code_hash, code_challenge, code_challenge_method, sign_in_method, linking_session_id, linking_identity)
      values ('${id}', ${hash("code hash")}, ${challenge}, 'oauth', ${linking})`,
    `insert into auth.oauth_flows (state_hash, provider, sealed, code_challenge, code_challenge_method, redirect_to, linking_session_id)
      values (${hash("state hash")}, 'custom:oidc', ${sealed("sf", "sealed flow")}, ${challenge}, 'http://localhost/${c.word("rt", who)}',
        ${session ? `'${session}'` : "null"})`,
    `insert into auth.message_requests (sealed) values (${sealed("sr", "sealed request")})`,
  ];
}

let blocks = 0;
/** One user's audit events, and the id that stands for the user there. */
function ofEvents({ canaries: c, people }: FieldData, who: Planted): string[] {
  const auditId = c.literal(randomUUID(), "audit id", who);
  const network = c.literal(`10.88.${(blocks += 1)}.0`, "audit network", who);
  return [
    `update auth.users set audit_id = '${auditId}' where id = '${people[who]}'`,
    `insert into auth.audit_events (event, subject, actor, network, device)
      values ('${PLANTED_EVENT}', '${auditId}', '${auditId}', '${network}/24', '${c.word("ad", who)}')`,
  ];
}

/** Gives each session a verified second factor and a lasting proof, except the half sessions. */
export function showFactors({ tokens }: FieldData): string[] {
  const halves = [tokens["half owner"], tokens["half admin"]].map((token) => `'${sessionOf(token!)}'`);
  return [
    `update auth.sessions set aal = 'aal2',
      proofs = jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now())::bigint + 3600))
      where id not in (${halves.join()})`,
  ];
}
