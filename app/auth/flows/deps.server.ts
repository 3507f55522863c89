import type { Logger } from "pino";
import type { Clock } from "../../platform/clock.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
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
import type { PhoneSender } from "./factors/factors-phone.server.ts";

/** Makes what belongs to a new account besides its credentials; throws AppError when the metadata breaks a rule. */
export type Register = (tx: Tx, account: { id: string; email: string; metadata: unknown }) => Promise<void>;

export type AuthSettings = {
  publicUrl: string;
  productName: string;
  secret: string | null;
  trustedProxies: number;
  signInProviders: ProviderSettings[];
  contactEmail: string;
  contactPhone: string;
};

/** What the parts of the account service share. */
export type AuthDeps = {
  db: Database;
  clock: Pick<Clock, "now">;
  settings: AuthSettings;
  log: Logger;
  register: Register;
  keys: SigningKeys;
  tokens: AccessTokens;
  passwords: Passwords;
  limiter: RateLimiter;
  captcha: Captcha;
  refresh: Refresh;
  renew: Renew;
  relyingParty: RelyingParty;
  /** null where no messages can be sent to phones: there are no phone factors then. */
  phoneSender: PhoneSender | null;
  mail: Pick<Mail, "post">;
  /** Seals what is asked of a message until a job answers it. */
  requestKey: Buffer;
  /** Seals the secrets of factors. */
  factorKey: Buffer;
  /** Where people may sign in with an account that they have elsewhere, by id. */
  providers: Map<string, Provider>;
  /** Seals what a sign-in at a provider must match. */
  flowKey: Buffer;
  /** Hashes codes that are used once. */
  codeKey: Buffer;
};
