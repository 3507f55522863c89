import { z } from "zod";
import type { Browser } from "../service.ts";
import type { Case, Table } from "./stage.ts";

const id = "21648a9d-8d5a-4555-a9d1-d6375dc14e92";
const email = "alguien@example.com";

/** The result of an admin call without the service role, which nobody has. */
function refused(asks: string, call: (client: Browser) => Promise<unknown>): Case[] {
  return [
    {
      says: "refused without a token",
      play: async (stage) => (await stage.stranger()).watch(call),
      asks: [asks],
      error: { status: 401, code: "no_authorization" },
    },
    {
      says: "refused with a person's token",
      play: async (stage) => (await stage.bearer()).watch(call),
      asks: [asks],
      error: { status: 403, code: "not_admin" },
    },
  ];
}

/** The built-in authorization server, which the product does not offer. */
function disabled(asks: string, call: (client: Browser) => Promise<unknown>): Case[] {
  return [
    {
      says: "not offered",
      play: async (stage) => (await stage.patient()).watch(call),
      asks: [asks],
      error: { status: 404, code: "feature_disabled" },
    },
    {
      says: "without a session",
      play: async (stage) => (await stage.stranger()).watch(call),
      asks: [],
      error: { name: "AuthSessionMissingError", status: 400 },
    },
  ];
}

const provider = {
  provider_type: "oidc",
  identifier: "custom:propio",
  name: "Propio",
  client_id: "a",
  client_secret: "b",
} as const;

/** The protocol's admin API and its authorization server. */
export const serviceRole: Table = {
  "admin.signOut": [
    {
      says: "the sessions of a token's owner",
      play: async (stage) => {
        const { session } = await stage.patient();
        return (await stage.stranger()).watch((client) => client.admin.signOut(session.access_token, "global"));
      },
      asks: ["POST /logout"],
      data: z.null(),
    },
    {
      says: "refused with a token that is none",
      play: async (stage) => (await stage.stranger()).watch((client) => client.admin.signOut("a.b.c")),
      asks: ["POST /logout"],
      error: { status: 403, code: "bad_jwt" },
    },
  ],
  "admin.inviteUserByEmail": refused("POST /invite", ({ admin }) => admin.inviteUserByEmail(email)),
  "admin.generateLink": refused("POST /admin/generate_link", ({ admin }) =>
    admin.generateLink({ type: "recovery", email }),
  ),
  "admin.createUser": refused("POST /admin/users", ({ admin }) => admin.createUser({ email })),
  "admin.listUsers": refused("GET /admin/users", ({ admin }) => admin.listUsers()),
  "admin.getUserById": refused("GET /admin/users/:id", ({ admin }) => admin.getUserById(id)),
  "admin.updateUserById": refused("PUT /admin/users/:id", ({ admin }) => admin.updateUserById(id, { email })),
  "admin.deleteUser": refused("GET /admin/users/:id", ({ admin }) => admin.deleteUser(id)),
  "admin.mfa.listFactors": refused("GET /admin/users/:id/factors", ({ admin }) =>
    admin.mfa.listFactors({ userId: id }),
  ),
  "admin.mfa.deleteFactor": refused("DELETE /admin/users/:id/factors/:id", ({ admin }) =>
    admin.mfa.deleteFactor({ userId: id, id }),
  ),
  "admin.passkey.listPasskeys": refused("GET /admin/users/:id/passkeys", ({ admin }) =>
    admin.passkey.listPasskeys({ userId: id }),
  ),
  "admin.passkey.deletePasskey": refused("DELETE /admin/users/:id/passkeys/:id", ({ admin }) =>
    admin.passkey.deletePasskey({ userId: id, passkeyId: id }),
  ),
  "admin.oauth.listClients": refused("GET /admin/oauth/clients", ({ admin }) => admin.oauth.listClients()),
  "admin.oauth.createClient": refused("POST /admin/oauth/clients", ({ admin }) =>
    admin.oauth.createClient({ client_name: "Otro", redirect_uris: ["https://example.com"] }),
  ),
  "admin.oauth.getClient": refused("GET /admin/oauth/clients/:id", ({ admin }) => admin.oauth.getClient(id)),
  "admin.oauth.updateClient": refused("PUT /admin/oauth/clients/:id", ({ admin }) =>
    admin.oauth.updateClient(id, { client_name: "Otro" }),
  ),
  "admin.oauth.deleteClient": refused("DELETE /admin/oauth/clients/:id", ({ admin }) => admin.oauth.deleteClient(id)),
  "admin.oauth.regenerateClientSecret": refused("POST /admin/oauth/clients/:id/regenerate_secret", ({ admin }) =>
    admin.oauth.regenerateClientSecret(id),
  ),
  "admin.customProviders.listProviders": refused("GET /admin/custom-providers", ({ admin }) =>
    admin.customProviders.listProviders(),
  ),
  "admin.customProviders.createProvider": refused("POST /admin/custom-providers", ({ admin }) =>
    admin.customProviders.createProvider(provider),
  ),
  "admin.customProviders.getProvider": refused("GET /admin/custom-providers/custom:propio", ({ admin }) =>
    admin.customProviders.getProvider(provider.identifier),
  ),
  "admin.customProviders.updateProvider": refused("PUT /admin/custom-providers/custom:propio", ({ admin }) =>
    admin.customProviders.updateProvider(provider.identifier, { name: "Otro" }),
  ),
  "admin.customProviders.deleteProvider": refused("DELETE /admin/custom-providers/custom:propio", ({ admin }) =>
    admin.customProviders.deleteProvider(provider.identifier),
  ),
  "oauth.getAuthorizationDetails": disabled("GET /oauth/authorizations/:id", ({ oauth }) =>
    oauth.getAuthorizationDetails(id),
  ),
  "oauth.approveAuthorization": disabled("POST /oauth/authorizations/:id/consent", ({ oauth }) =>
    oauth.approveAuthorization(id),
  ),
  "oauth.denyAuthorization": disabled("POST /oauth/authorizations/:id/consent", ({ oauth }) =>
    oauth.denyAuthorization(id),
  ),
  "oauth.listGrants": disabled("GET /user/oauth/grants", ({ oauth }) => oauth.listGrants()),
  "oauth.revokeGrant": disabled("DELETE /user/oauth/grants", ({ oauth }) => oauth.revokeGrant({ clientId: id })),
};
