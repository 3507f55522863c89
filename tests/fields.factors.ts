import { randomUUID } from "node:crypto";
import { generateSecret } from "otplib";
import { deriveKey, seal } from "../app/server/auth/secrets.server.ts";
import { sessionOf } from "./access.people.ts";
import type { Canaries } from "./fields.canaries.ts";
import type { Planted } from "./fields.people.ts";
import type { Field } from "./fields.world.ts";

/** The ids of what somebody shows who they are with. */
export type Factors = { totp: string; key: string; codes: string; passkey: string };

/** Bytes that the database keeps, known by every spelling that an answer could give them. */
function bytes(canaries: Canaries, buffer: Buffer, what: string, who: string): string {
  for (const spelling of ["hex", "base64", "base64url"] as const) canaries.literal(buffer.toString(spelling), what, who);
  canaries.literal([...buffer].join(","), what, who);
  return `'\\x${buffer.toString("hex")}'`;
}

/** Second factors of every kind, recovery codes, a passkey, open questions and a message that waits, all of one person. */
export function ofFactors(field: Field, who: Planted): string[] {
  const { canaries: c, target, people, factors } = field;
  const [id, { totp, key, codes, passkey }] = [people[who], (factors[who] = {
    totp: randomUUID(), key: randomUUID(), codes: randomUUID(), passkey: randomUUID(),
  })];
  const filled = (code: "se" | "rk" | "pk") => Buffer.from(c.word(code, who).repeat(4));
  const secret = c.literal(generateSecret(), "factor secret", who);
  const sealed = seal(deriveKey(target.secret, "factors"), secret, totp);
  return [
    `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, secret_encrypted) values
      ('${totp}', '${id}', 'totp', 'verified', '${c.word("fn", who)}', ${bytes(c, sealed, "sealed secret", who)}),
      ('${key}', '${id}', 'webauthn', 'verified', 'Llave', null), ('${codes}', '${id}', 'recovery_code', 'verified', 'Códigos', null)`,
    `insert into auth.recovery_codes values ('${codes}', ${bytes(c, filled("rk"), "recovery code", who)}, null)`,
    `insert into auth.webauthn_credentials (id, user_id, factor_id, credential_id, public_key, friendly_name) values
      ('${passkey}', '${id}', null, '${c.word("ck", who)}', ${bytes(c, filled("pk"), "public key", who)}, '${c.word("pn", who)}'),
      ('${key}', '${id}', '${key}', '${c.word("ki", who)}', ${bytes(c, filled("pk"), "public key", who)}, null)`,
    `insert into auth.passkey_challenges (user_id, challenge) values ('${id}', '${c.word("pc", who)}')`,
    ...(who === "deleted" ? [] : [`insert into auth.mfa_challenges (factor_id, session_id, webauthn_challenge)
      values ('${key}', '${sessionOf(field.tokens[who]!)}', '${c.word("mc", who)}')`]),
    // No job sends it: it waits as long as the tests last.
    `insert into outgoing_messages (user_id, kind, sealed) values ('${id}', 'kine_created', ${bytes(c, filled("se"), "sealed message", who)})`,
  ];
}

/** Makes each session one that showed its second factor, a proof of which stays recent; but for the halves, who did not. */
export function showFactors({ tokens }: Field): string[] {
  const halves = [tokens["half owner"], tokens["half admin"]].map((token) => `'${sessionOf(token!)}'`);
  return [
    `update auth.sessions set aal = 'aal2',
      proofs = jsonb_build_array(jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now())::bigint + 3600))
      where id not in (${halves.join()})`,
  ];
}
