import type { PasskeyListItem, User } from "@supabase/auth-js";
import { queryOptions } from "@tanstack/react-query";
import { readAccount } from "../../client/read-account.ts";
import { auth } from "../../client/session.ts";

/** The query key prefix: a change of any of these invalidates them all. */
export const PROTECTION_KEY = ["protection"] as const;

/** The friendly name of the recovery-codes factor. */
export const CODES_NAME = "Códigos de recuperación";

/** The user's account, as the account service returns it: its address, second factors and identities. */
export const userQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "user"],
  queryFn: async () => {
    const read = await readAccount<User>("/auth/v1/user");
    if (read) return read;
    const { data, error } = await (await auth()).getUser();
    if (error) throw error;
    return data.user;
  },
});

const recoveryCodesOf = ({ factors = [] }: User) =>
  factors.filter(({ factor_type, status }) => factor_type === "recovery_code" && status === "verified");

/** The user's second factors, and which of them are sets of recovery codes. */
export const factorsQuery = queryOptions({
  ...userQuery,
  select: (user) => ({ all: user.factors ?? [], recovery_code: recoveryCodesOf(user) }),
});

/** The verified factors by type, to show one of them. */
export const waysQuery = queryOptions({
  ...userQuery,
  select: ({ factors = [] }) => {
    const verified = factors.filter(({ status }) => status === "verified");
    const ofType = (type: string) => verified.filter(({ factor_type }) => factor_type === type);
    return { totp: ofType("totp"), webauthn: ofType("webauthn"), recovery_code: ofType("recovery_code") };
  },
});

/** Whether a factor is verified and of a kind that users add themselves. */
export const isShown = ({ status, factor_type }: { status: string; factor_type: string }): boolean =>
  status === "verified" && factor_type !== "recovery_code";

/** The number of recovery codes left, or null without codes, for example after their factor was removed. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "recovery codes"],
  queryFn: async ({ client }) => {
    if (recoveryCodesOf(await client.fetchQuery(userQuery)).length === 0) return null;
    const { data, error } = await (await auth()).mfa.recoveryCodes.getStatus();
    if (error) throw error;
    return data;
  },
});

/** The user's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "passkeys"],
  queryFn: async () => {
    const read = await readAccount<PasskeyListItem[]>("/auth/v1/passkeys");
    if (read) return read;
    const { data, error } = await (await auth()).passkey.list();
    if (error) throw error;
    return data;
  },
});

/** The account's identities: e-mail with password, and accounts at other providers. */
export const identitiesQuery = queryOptions({ ...userQuery, select: ({ identities = [] }) => identities });

/** Whether a sign-in method is an account at a provider. */
export const isElsewhere = ({ provider }: { provider: string }): boolean => provider !== "email";

/** Deletes unfinished enrolments, which frees their names. */
export async function dropUnfinished(): Promise<void> {
  const { data } = await (await auth()).mfa.listFactors();
  for (const factor of data?.all ?? []) {
    if (factor.status === "unverified") await (await auth()).mfa.unenroll({ factorId: factor.id });
  }
}
