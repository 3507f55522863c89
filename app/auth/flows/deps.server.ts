import type { Logger } from "pino";
import type { Clock } from "../../platform/clock.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import type { Key, Secret } from "../../platform/crypto.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import type { Passwords } from "../credentials/passwords.server.ts";
import type { Provider } from "../credentials/providers.server.ts";
import type { ProviderSettings } from "../../platform/settings.ts";
import type { RelyingParty } from "../credentials/webauthn.server.ts";
import type { Captcha } from "../limits/captcha.server.ts";
import type { RateLimiter } from "../limits/rate-limiter.server.ts";
import type { SigningKeys } from "../sessions/keys.server.ts";
import type { Refresh, Renew } from "../sessions/refresh.server.ts";
import type { AccessTokens } from "../sessions/tokens.server.ts";

/** Creates what a new account needs besides its credentials; throws AppError when the metadata breaks a rule. */
export type Register = (tx: Tx, account: { id: string; email: string; metadata: unknown }) => Promise<void>;

/** Records that the person of an account accepted the current terms. */
export type AcceptTerms = (tx: Tx, userId: string) => Promise<void>;

/** Deletes the account of a withdrawn invitation to an address, so that another may have it. */
export type FreeAddress = (tx: Tx, email: string) => Promise<void>;

/** Who administered since `admin_since`, and when that was taken; null for whenever it was. */
export type LostAdmin = { user_id: string; admin_since: Date; created_at: Date | null };

/** Makes somebody an admin again whose role or account another admin took. */
export type GiveAdminBack = (tx: Tx, lost: LostAdmin) => Promise<void>;

/** Undoes what an account decided about roles since a time. */
export type TakeRolesBack = (tx: Tx, userId: string, since: Date) => Promise<void>;
/**
 * Notes that an account leaves its mailbox, before its address changes, and counts for it what its mailbox has used up, after. Whether one more
 * account may prove the mailbox, or that of another address, is asked before it does.
 */
export type Mailboxes = Record<"leave" | "charge", (tx: Tx, userId: string) => Promise<void>> & {
  hasPlace(tx: Tx, userId: string, email?: string): Promise<boolean>;
};

export type AuthSettings = {
  publicUrl: string;
  productName: string;
  secret: Secret | null;
  trustedProxies: number;
  signInProviders: ProviderSettings[];
  contactEmail: string;
  contactPhone: string;
  passwordMemory: number;
};

/** Dependencies shared by the account service. */
export type AuthDeps = {
  db: Database;
  clock: Pick<Clock, "now">;
  settings: AuthSettings;
  log: Logger;
  register: Register;
  acceptTerms: AcceptTerms;
  freeAddress: FreeAddress;
  giveAdminBack: GiveAdminBack;
  takeRolesBack: TakeRolesBack;
  mailboxes: Mailboxes;
  keys: SigningKeys;
  tokens: AccessTokens;
  passwords: Passwords;
  limiter: RateLimiter;
  captcha: Captcha;
  refresh: Refresh;
  renew: Renew;
  relyingParty: RelyingParty;
  mail: Pick<Mail, "post">;
  /** Encrypts a message request until a job answers it. */
  requestKey: Key;
  /** Encrypts the secrets of factors. */
  factorKey: Key;
  /** OpenID Connect sign-in providers, by id. */
  providers: Map<string, Provider>;
  /** Encrypts the verifier and nonce of a sign-in at a provider. */
  flowKey: Key;
  /** Keys the hashes of single-use codes. */
  codeKey: Key;
};
