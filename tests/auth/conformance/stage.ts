import { AuthClient } from "@supabase/auth-js";
import type { z } from "zod";
import { type FakeOidc, newAccount } from "../oidc-accounts.ts";
import { claim, type Browser, newEmail, PASSWORD, patient, type Service } from "../service.ts";
import { addTotp, sure } from "../second-factors.ts";

type More = Partial<NonNullable<ConstructorParameters<typeof AuthClient>[0]>>;

/** The recorded result of one call of the session client. */
type Seen = {
  answer: unknown;
  /** Requests to the server, with `:id` for ids. */
  asked: string[];
  /** Refusals with the API version they name: clients read error codes only where it is present. */
  refused: { status: number; version: string | null }[];
  events: string[];
};

/** One way to call a method, and its documented result. */
export type Case = {
  says: string;
  play(stage: Stage): Promise<Seen>;
  /** The client's requests to the server, in order. */
  asks: string[];
  data?: z.ZodType;
  /** The error's auth-js class (AuthApiError unless named), status and code. */
  error?: { name?: string; status?: number; code?: string };
  events?: string[];
};

/** The cases of each method, by its path from the client. */
export type Table = Record<string, Case[]>;

export type Stage = ReturnType<typeof openStage>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function nameOf(method: string, address: string): string {
  const url = new URL(address);
  const grant = url.searchParams.get("grant_type");
  return `${method} ${url.pathname.replace("/auth/v1", "").replace(UUID, ":id")}${grant ? ` ${grant}` : ""}`;
}

/** A browser whose session client is recorded. */
async function visit(service: { url: string }, kept = new Map<string, string>(), more?: More) {
  const seen: Omit<Seen, "answer"> = { asked: [], refused: [], events: [] };
  const client = new AuthClient({
    url: service.url,
    storageKey: "session",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      seen.asked.push(nameOf(init?.method ?? "GET", String(input)));
      if (!response.ok) {
        seen.refused.push({ status: response.status, version: response.headers.get("x-supabase-api-version") });
      }
      return response;
    },
    ...more,
  });
  await new Promise<void>((resolve) => {
    client.onAuthStateChange((event) => {
      seen.events.push(event);
      if (event === "INITIAL_SESSION") resolve();
    });
  });
  return {
    client,
    kept,
    /** Records one call and nothing before it. */
    async watch(call: (client: Browser) => unknown): Promise<Seen> {
      Object.assign(seen, { asked: [], refused: [], events: [] });
      return { answer: await call(client), ...seen };
    },
    /** Waits until the client has emitted an event. */
    async hears(event: string): Promise<void> {
      if (seen.events.includes(event)) return;
      await new Promise<void>((resolve) => {
        const { data } = client.onAuthStateChange((announced) => {
          if (announced !== event) return;
          data.subscription.unsubscribe();
          resolve();
        });
      });
    },
  };
}

/** Creates callers: a new user each time, or with an account at the given provider. */
export function openStage(service: Service, elsewhere: FakeOidc) {
  let token: Promise<string> | undefined;
  async function signUp(more?: More) {
    const visitor = await visit(service, undefined, more);
    const email = newEmail();
    const { user, session } = sure(
      await visitor.client.signUp({ email, password: PASSWORD, options: { data: patient } }),
    );
    if (!user || !session) throw new Error("no session");
    await claim(service, user.id);
    return { ...visitor, email, user, session };
  }
  return {
    service,
    stranger: (more?: More) => visit(service, undefined, more),
    patient: signUp,
    accountElsewhere: () => newAccount(elsewhere).id,
    async patientWithApp() {
      const visitor = await signUp();
      return { ...visitor, ...(await addTotp(visitor.client)) };
    },
    /** A user who sends their access token with every call, as a service would send its key. */
    async bearer() {
      token ??= signUp().then(({ session }) => session.access_token);
      return visit(service, undefined, { headers: { Authorization: `Bearer ${await token}` } });
    },
    /** A user whose access token has expired. */
    async latecomer(more?: More) {
      const { kept, session } = await signUp();
      const visitor = await visit(service, kept, more);
      kept.set("session", JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
      return visitor;
    },
  };
}
