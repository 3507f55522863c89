import { encrypt, type Key } from "../../platform/crypto.server.ts";
import { emailOf, identityData } from "./identity-data.ts";
import { movedId, timeOf } from "./ids.ts";
import { bytesOf } from "./insert.ts";
import type { Ledger } from "./ledger.ts";
import type { Person } from "./plan-people.ts";
import type { SourceRow } from "./source.ts";

const GOOGLE = "https://accounts.google.com";
const TOTP_SECRET = /^[A-Z2-7]{16,128}=*$/i;
const FACTOR_NAME_MAX = 120;

type Found = { old_id: string; identities: SourceRow[]; factors: SourceRow[] };
type Identity = { provider: string } & Record<string, unknown>;

/**
 * The identities and second factors of a person that work here: the e-mail, Google, an authenticator app; and the password, unless a verified factor
 * guarded it and none can move. `isClaimed`: by a factor and a confirmed address, so that a recovery asks the factor; or by Google's word for the address
 * where no password moves, since nobody proved whose it is.
 */
export function waysIn(
  { ledger, factorKey }: { ledger: Ledger; factorKey: Key },
  { old_id, identities, factors }: Found,
  person: Person,
  adopted: string | null,
) {
  const kept = new Map<string, Identity>();
  const moving = factorRows(ledger, factorKey, person, factors);
  const losesFactor = moving.length === 0 && factors.some(({ status }) => status === "verified");
  const password = person.keepsPassword && !losesFactor ? adopted : null;
  let isGoogles = false;
  if (password !== null || identities.length === 0) kept.set("email", emailIdentity(old_id, person, null));
  for (const row of identities) {
    const id = `${row["provider"]} ${row["provider_id"] || row["id"]}`;
    const google = row["provider"] === "google" ? googleIdentity(row, person) : null;
    if (row["provider"] === "email") kept.set("email", emailIdentity(old_id, person, row));
    else if (google && !kept.has("google")) {
      kept.set("google", google);
      isGoogles ||= google.identity_data.email === person.email && google.identity_data.email_verified;
    } else {
      ledger.left("auth.identities", id, "identity_left", row["provider"] ?? "");
      continue;
    }
    ledger.moved("auth.identities", id);
  }
  const isClaimed = moving.length > 0 ? person.isConfirmed : isGoogles && password === null;
  return { identities: [...kept.values()], factors: moving, password, isClaimed };
}

function emailIdentity(old_id: string, { id, email, isConfirmed }: Person, row: SourceRow | null): Identity {
  const created_at = timeOf(row?.["created_at"]) ?? null;
  return {
    id: movedId("identity", `${old_id} email`, created_at),
    user_id: id,
    provider: "email",
    provider_id: id,
    identity_data: { sub: id, email, email_verified: isConfirmed, phone_verified: false },
    issuer: null,
    last_sign_in_at: timeOf(row?.["last_sign_in_at"]),
    created_at: created_at ?? new Date(0),
    updated_at: timeOf(row?.["updated_at"]) ?? created_at ?? new Date(0),
  };
}

function googleIdentity(row: SourceRow, { id }: Person) {
  const data = identityData(row["identity_data"]);
  const sub = String(data["sub"] ?? row["provider_id"] ?? row["id"] ?? "");
  if (!/^\d{5,64}$/.test(sub)) return null;
  const created_at = timeOf(row["created_at"]);
  const identity_data = { sub, iss: GOOGLE, email: emailOf(data), email_verified: data["email_verified"] === true };
  return {
    id: movedId("identity", `google ${sub}`, created_at),
    user_id: id,
    provider: "google",
    provider_id: sub,
    identity_data,
    issuer: GOOGLE,
    last_sign_in_at: timeOf(row["last_sign_in_at"]),
    created_at: created_at ?? new Date(0),
    updated_at: timeOf(row["updated_at"]) ?? created_at ?? new Date(0),
  };
}

function factorRows(ledger: Ledger, factorKey: Key, { id: user_id }: Person, factors: SourceRow[]): object[] {
  const names = new Set<string>();
  return factors.flatMap((row) => {
    const { id: oldId, factor_type, status, secret } = row;
    if (factor_type !== "totp" || status !== "verified" || !TOTP_SECRET.test(secret ?? "")) {
      ledger.left("auth.mfa_factors", oldId ?? "", "factor_left", `${factor_type} ${status}`);
      return [];
    }
    const created_at = timeOf(row["created_at"]);
    const id = movedId("factor", oldId ?? "", created_at);
    const named = row["friendly_name"]?.trim().slice(0, FACTOR_NAME_MAX) || null;
    const friendly_name = named === null || names.has(named) ? null : named;
    if (friendly_name) names.add(friendly_name);
    ledger.moved("auth.mfa_factors", oldId ?? "");
    return {
      id,
      user_id,
      factor_type: "totp",
      status: "verified",
      friendly_name,
      secret_encrypted: bytesOf(encrypt(factorKey, secret ?? "", id)),
      created_at: created_at ?? new Date(0),
      updated_at: timeOf(row["updated_at"]) ?? created_at ?? new Date(0),
    };
  });
}
