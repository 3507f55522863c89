import { z } from "zod";
import { linkFrom, walk } from "../oidc-accounts.ts";
import { ageProofs, sure } from "../second-factors.ts";
import { type Browser, ORIGIN } from "../service.ts";
import { Identities, SignedIn } from "./shapes.ts";
import type { Stage, Table } from "./stage.ts";

const pkce = { flowType: "pkce" } as const;
const provider = "custom:oidc";
const options = { redirectTo: `${ORIGIN}/auth` };

const SignedInElsewhere = SignedIn.extend({ redirectType: z.null() });
/** The URL that a browser is sent to. */
const Begun = z.strictObject({ provider: z.literal(provider), url: z.url(), flowId: z.string().nullable() });
/** The answer to a browser that follows a URL of the service. */
const Refused = z.strictObject({ status: z.literal(400), error_code: z.literal("validation_failed") });

/** The URL that the provider redirects a browser back to. */
async function wayBack({ service }: Stage, client: Browser, account: string): Promise<string> {
  const { url } = sure(await client.signInWithOAuth({ provider, options }));
  return (await walk(service, url, account)).searchParams.get("code") ?? "";
}

/** Follows a URL of the service that is expected to fail. */
async function follow(url: string) {
  const response = await fetch(url, { redirect: "manual" });
  const { error_code } = (await response.json()) as { error_code: string };
  return { data: { status: response.status, error_code } };
}

/** A patient with a password and a linked account at another provider. */
async function linkedPatient(stage: Stage) {
  const ana = await stage.patient(pkce);
  const back = await linkFrom(stage.service, ana.client, stage.accountElsewhere());
  sure(await ana.client.exchangeCodeForSession(back.searchParams.get("code") ?? ""));
  const { identities: own } = sure(await ana.client.getUserIdentities());
  const linked = own.find((identity) => identity.provider === provider);
  if (!linked) throw new Error("nothing linked");
  return { ...ana, linked };
}

/** Sign-in with accounts at other providers. */
export const identities: Table = {
  signInWithOAuth: [
    {
      says: "an account elsewhere, which signs in where it began",
      play: async (stage) =>
        (await stage.stranger(pkce)).watch(async (client) =>
          client.exchangeCodeForSession(await wayBack(stage, client, stage.accountElsewhere())),
        ),
      asks: ["POST /token pkce"],
      data: SignedInElsewhere.extend({
        user: SignedIn.shape.user.extend({
          app_metadata: SignedIn.shape.user.shape.app_metadata.required({ profile_due: true }),
        }),
      }),
      events: ["SIGNED_IN"],
    },
    {
      says: "the address to go to, of which the server hears when the browser goes there",
      play: async (stage) =>
        (await stage.stranger(pkce)).watch((client) => client.signInWithOAuth({ provider, options })),
      asks: [],
      data: Begun,
    },
    {
      says: "a provider that is not enabled",
      play: async (stage) =>
        (await stage.stranger(pkce)).watch(async (client) =>
          follow(sure(await client.signInWithOAuth({ provider: "github", options })).url),
        ),
      asks: [],
      data: Refused,
    },
    {
      says: "without a code challenge, which is not offered",
      play: async (stage) =>
        (await stage.stranger()).watch(async (client) =>
          follow(sure(await client.signInWithOAuth({ provider, options })).url),
        ),
      asks: [],
      data: Refused,
    },
  ],
  exchangeCodeForSession: [
    {
      says: "the code of a sign-in elsewhere, twice",
      play: async (stage) => {
        const ana = await stage.stranger(pkce);
        const code = await wayBack(stage, ana.client, stage.accountElsewhere());
        sure(await ana.client.exchangeCodeForSession(code));
        await wayBack(stage, ana.client, stage.accountElsewhere());
        return ana.watch((client) => client.exchangeCodeForSession(code));
      },
      asks: ["POST /token pkce"],
      error: { status: 404, code: "flow_state_not_found" },
    },
    {
      says: "the code of a sign-in that another browser began",
      play: async (stage) => {
        const thief = await stage.stranger(pkce);
        await wayBack(stage, thief.client, stage.accountElsewhere());
        const code = await wayBack(stage, (await stage.stranger(pkce)).client, stage.accountElsewhere());
        return thief.watch((client) => client.exchangeCodeForSession(code));
      },
      asks: ["POST /token pkce"],
      error: { status: 400, code: "bad_code_verifier" },
    },
  ],
  linkIdentity: [
    {
      says: "an account elsewhere, in the session that goes on",
      play: async (stage) =>
        (await stage.patient(pkce)).watch(async (client) => {
          const back = await linkFrom(stage.service, client, stage.accountElsewhere());
          return client.exchangeCodeForSession(back.searchParams.get("code") ?? "");
        }),
      asks: ["GET /user/identities/authorize", "POST /token pkce"],
      data: SignedInElsewhere.extend({
        user: SignedIn.shape.user.extend({ identities: Identities.shape.identities.length(2) }),
      }),
      events: ["SIGNED_IN"],
    },
    {
      says: "the address to go to",
      play: async (stage) => (await stage.patient(pkce)).watch((client) => client.linkIdentity({ provider, options })),
      asks: ["GET /user/identities/authorize"],
      data: Begun,
    },
    {
      says: "an account that somebody links meanwhile",
      play: async (stage) => {
        const account = stage.accountElsewhere();
        const [ana, bruno] = [await stage.patient(pkce), await stage.patient(pkce)];
        const [first, second] = [
          await linkFrom(stage.service, bruno.client, account),
          await linkFrom(stage.service, ana.client, account),
        ];
        sure(await bruno.client.exchangeCodeForSession(first.searchParams.get("code") ?? ""));
        return ana.watch((client) => client.exchangeCodeForSession(second.searchParams.get("code") ?? ""));
      },
      asks: ["POST /token pkce"],
      error: { status: 422, code: "identity_already_exists" },
    },
    {
      says: "at a provider that is not enabled",
      play: async (stage) => (await stage.patient(pkce)).watch((client) => client.linkIdentity({ provider: "github" })),
      asks: ["GET /user/identities/authorize"],
      error: { status: 400, code: "validation_failed" },
    },
    {
      says: "long after signing in",
      play: async (stage) => {
        const ana = await stage.patient(pkce);
        await ageProofs(stage.service, ana.user.id);
        return ana.watch((client) => client.linkIdentity({ provider }));
      },
      asks: ["GET /user/identities/authorize"],
      error: { status: 400, code: "reauthentication_needed" },
    },
    {
      says: "by an ID token, which is not offered",
      play: async (stage) =>
        (await stage.patient()).watch((client) => client.linkIdentity({ provider: "google", token: "a.b.c" })),
      asks: ["POST /token id_token"],
      error: { status: 400, code: "provider_disabled" },
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger(pkce)).watch((client) => client.linkIdentity({ provider })),
      asks: ["GET /user/identities/authorize"],
      error: { status: 401, code: "no_authorization" },
    },
  ],
  unlinkIdentity: [
    {
      says: "an account elsewhere",
      play: async (stage) => {
        const { linked, watch } = await linkedPatient(stage);
        return watch((client) => client.unlinkIdentity(linked));
      },
      asks: ["DELETE /user/identities/:id"],
      data: z.strictObject({}),
    },
    {
      says: "another's",
      play: async (stage) => {
        const { linked } = await linkedPatient(stage);
        return (await stage.patient()).watch((client) => client.unlinkIdentity(linked));
      },
      asks: ["DELETE /user/identities/:id"],
      error: { status: 422, code: "identity_not_found" },
    },
    {
      says: "the only way in",
      play: async (stage) => {
        const { client, watch } = await stage.patient();
        const [only] = sure(await client.getUserIdentities()).identities;
        return watch(async (same) => same.unlinkIdentity(only!));
      },
      asks: ["DELETE /user/identities/:id"],
      error: { status: 422, code: "single_identity_not_deletable" },
    },
    {
      says: "without a session",
      play: async (stage) => {
        const { linked } = await linkedPatient(stage);
        return (await stage.stranger()).watch((client) => client.unlinkIdentity(linked));
      },
      asks: ["DELETE /user/identities/:id"],
      error: { status: 401, code: "no_authorization" },
    },
  ],
};
