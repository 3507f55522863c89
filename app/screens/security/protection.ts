import { queryOptions } from "@tanstack/react-query";
import { auth } from "../../client/session.ts";

/** The query key prefix: a change of any of these invalidates them all. */
export const PROTECTION_KEY = ["protection"] as const;

/** The friendly name of the recovery-codes factor. */
export const CODES_NAME = "Códigos de recuperación";

/** The user's verified second factors, as the account service returns them. */
export const factorsQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "factors"],
  queryFn: async () => {
    const { data, error } = await (await auth()).mfa.listFactors();
    if (error) throw error;
    return data;
  },
});

/** Whether a factor is verified and of a kind that users add themselves. */
export const isShown = ({ status, factor_type }: { status: string; factor_type: string }): boolean =>
  status === "verified" && factor_type !== "recovery_code";

/** The number of recovery codes left, or null without codes, for example after their factor was removed. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "recovery codes"],
  queryFn: async ({ client }) => {
    const { recovery_code } = await client.fetchQuery(factorsQuery);
    if (recovery_code.length === 0) return null;
    const { data, error } = await (await auth()).mfa.recoveryCodes.getStatus();
    if (error) throw error;
    return data;
  },
});

/** The user's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "passkeys"],
  queryFn: async () => {
    const { data, error } = await (await auth()).passkey.list();
    if (error) throw error;
    return data;
  },
});

/** The account's identities: e-mail with password, and accounts at other providers. */
export const identitiesQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "identities"],
  queryFn: async () => {
    const { data, error } = await (await auth()).getUserIdentities();
    if (error) throw error;
    return data.identities;
  },
});

/** Whether a sign-in method is an account at a provider. */
export const isElsewhere = ({ provider }: { provider: string }): boolean => provider !== "email";

/** Deletes unfinished enrolments, which frees their names. */
export async function dropUnfinished(): Promise<void> {
  const { data } = await (await auth()).mfa.listFactors();
  for (const factor of data?.all ?? []) {
    if (factor.status === "unverified") await (await auth()).mfa.unenroll({ factorId: factor.id });
  }
}
