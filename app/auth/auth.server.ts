import type { Hono } from "hono";
import type { Logger } from "pino";
import { Email } from "../shared/credentials.ts";
import { AppError } from "../shared/app-error.server.ts";
import { repeat } from "../platform/repeat.server.ts";
import type { Clock } from "../platform/clock.server.ts";
import type { Database, Tx } from "../platform/database/database.server.ts";
import { openSparingLog } from "../platform/log.server.ts";
import type { Mail } from "../platform/mail/mail.server.ts";
import { mayTellTaken } from "./limits/limits.server.ts";
import { openRateLimiter, type RateLimiter } from "./limits/rate-limiter.server.ts";
import { rateLimits, type RateLimitTable } from "./limits/rate-limits.server.ts";
import { openCaptcha } from "./limits/captcha.server.ts";
import { confirmPassword } from "./flows/password/confirm-password.server.ts";
import { openSigningKeys } from "./sessions/keys.server.ts";
import { movedCost } from "./core/users.server.ts";
import { openPasswords } from "./credentials/passwords.server.ts";
import { openRefresh } from "./sessions/refresh.server.ts";
import { answerMessageRequest } from "./flows/links/email-link-requests.server.ts";
import type { AuthEnv } from "./core/requests.server.ts";
import { authRoutes } from "./routes.server.ts";
import type {
  AcceptTerms,
  AuthDeps,
  AuthSettings,
  FreeAddress,
  GiveAdminBack,
  Mailboxes,
  Register,
  TakeRolesBack,
} from "./flows/deps.server.ts";
import { deriveKey } from "../platform/crypto.server.ts";
import { passwordProblem } from "./flows/password/sign-up.server.ts";
import { openAccessTokens } from "./sessions/tokens.server.ts";
import type { AccessClaims } from "./core/session.server.ts";
import { tellOtherIssuers } from "./flows/oauth/identity-rows.server.ts";
import { openProviders } from "./credentials/providers.server.ts";
import { insertUser } from "./core/users.server.ts";
import { relyingPartyOf } from "./credentials/webauthn.server.ts";

/** Refresh interval of the keys. A key retired on another node verifies for an hour; by then every node must have stopped signing with it. */
const KEYS_MS = 60 * 1000;

type NewAccount = {
  email: string;
  /** From `hashPassword`, called before the transaction opens; null for somebody who chooses one by a link. */
  encrypted_password: string | null;
  metadata?: Record<string, unknown>;
  must_change_password?: boolean;
  /** The admin in whose name the account is made. Without a password, its person accepts the terms and chooses one. */
  invited_by?: string;
};

export type Auth = {
  /** Serves /auth/v1; expects `remoteAddress` in the bindings. */
  routes: Hono<AuthEnv>;
  /** Claims of a valid, unexpired access token, else null. Does not check whether its session is live. */
  verifyAccessToken(token: string): Promise<AccessClaims | null>;
  /** Hashes a password for `createUser`. Throws AppError BAD_INPUT with the violated rule. */
  hashPassword(password: string): Promise<string>;
  /**
   * Confirms a user's password in their session, which then counts as a fresh sign-in. Throws AppError: WRONG_PASSWORD,
   * TOO_MANY_REQUESTS, NOT_SIGNED_IN.
   */
  confirmPassword(viewer: { id: string; session_id: string | null }, password: string): Promise<void>;
  createUser: typeof createUser;
  /** Counts security messages to addresses that nobody has proven. */
  limiter: RateLimiter;
  /** Whether a caller's network may be told once more that a licence is taken; counts the answer. */
  mayTellTaken(address: string): Promise<boolean>;
  /** Loads the signing keys again, after another process changed them. */
  reloadKeys(): void;
  /** How many passwords wait to be hashed on this node. */
  passwordQueue(): number;
  /** Job that answers a message request. */
  answerMessageRequest(id: string): Promise<void>;
  close(): Promise<void>;
};

/** Adds an account with an e-mail identity and nothing else. Returns its id. Throws BAD_INPUT, EMAIL_TAKEN. */
export async function createUser(tx: Tx, account: NewAccount): Promise<{ id: string }> {
  const email = Email.safeParse(account.email);
  if (!email.success) throw new AppError("BAD_INPUT", "Email inválido");
  const id = await insertUser(tx, { ...account, email: email.data });
  if (!id) throw new AppError("EMAIL_TAKEN");
  return { id };
}

/** Opens the account service on a migrated database. Throws a one-line error when SECRET is missing or does not decrypt the stored keys. */
export async function openAuth(options: {
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
  mail: Pick<Mail, "post">;
  limits?: RateLimitTable;
}): Promise<Auth> {
  const { db, clock, settings, log, mail, limits = rateLimits } = options;
  const { register, acceptTerms, freeAddress, giveAdminBack, takeRolesBack, mailboxes } = options;
  if (!settings.secret) throw new Error("SECRET is missing: the database's signing keys are encrypted with it.");
  const keys = await openSigningKeys(db, settings.secret);
  const tokens = openAccessTokens(keys, `${settings.publicUrl.replace(/\/+$/, "")}/auth/v1`, clock);
  const passwords = openPasswords(settings.passwordMemory, { movedCost: () => movedCost(db) });
  const uncountedLog = openSparingLog(log, "rate limits not counted");
  const limiter = openRateLimiter(db, limits, clock, (error) => uncountedLog.warn({ err: error }));
  const deps: AuthDeps = {
    db,
    clock,
    settings,
    log,
    register,
    acceptTerms,
    freeAddress,
    giveAdminBack,
    takeRolesBack,
    mailboxes,
    keys,
    tokens,
    passwords,
    limiter,
    captcha: openCaptcha(settings.secret, limiter, clock),
    ...openRefresh(db),
    relyingParty: relyingPartyOf(settings),
    mail,
    requestKey: deriveKey(settings.secret, "message requests"),
    factorKey: deriveKey(settings.secret, "factors"),
    providers: openProviders(settings.signInProviders, `${new URL(settings.publicUrl).origin}/auth/v1/callback`, clock),
    flowKey: deriveKey(settings.secret, "sign-ins elsewhere"),
    codeKey: deriveKey(settings.secret, "codes used once"),
  };
  await tellOtherIssuers(deps);
  const routes = authRoutes(deps);

  const onKeysFailed = (error: unknown) => log.warn({ err: error }, "signing keys not refreshed");
  const keyRefresh = repeat(KEYS_MS, () => keys.refresh(), onKeysFailed);

  return {
    routes,
    verifyAccessToken: (token) => tokens.verify(token),
    async hashPassword(password) {
      const problem = passwordProblem(password);
      if (problem) throw new AppError("BAD_INPUT", problem.message);
      return passwords.hash(password);
    },
    confirmPassword: (viewer, password) => confirmPassword(deps, viewer, password),
    createUser,
    limiter,
    mayTellTaken: (address) => mayTellTaken(limiter, address),
    reloadKeys: () => void keys.reload().catch(onKeysFailed),
    passwordQueue: () => passwords.waiting(),
    answerMessageRequest: (id) => answerMessageRequest(deps, id),
    async close() {
      await keyRefresh.stop();
      await passwords.close();
    },
  };
}
