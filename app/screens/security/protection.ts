import { queryOptions } from "@tanstack/react-query";
import { auth } from "../../client/session.ts";

/** Everything here is asked again when something of it changes. */
export const PROTECTION_KEY = ["protection"] as const;

/** How the set of recovery codes is called among the factors. */
export const CODES_NAME = "Códigos de recuperación";

/** The person's second factors that work, as the account service tells them. */
export const factorsQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "factors"],
  queryFn: async () => {
    const { data, error } = await auth().mfa.listFactors();
    if (error) throw error;
    return data;
  },
});

/** Whether a factor is one that people add by hand and that works. */
export const isShown = ({ status, factor_type }: { status: string; factor_type: string }): boolean =>
  status === "verified" && factor_type !== "recovery_code";

/** How many recovery codes are left, or null when there are none, as after the factor went that they stood in for. */
export const recoveryCodesQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "recovery codes"],
  queryFn: async ({ client }) => {
    const { recovery_code } = await client.fetchQuery(factorsQuery);
    if (recovery_code.length === 0) return null;
    const { data, error } = await auth().mfa.recoveryCodes.getStatus();
    if (error) throw error;
    return data;
  },
});

/** The person's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "passkeys"],
  queryFn: async () => {
    const { data, error } = await auth().passkey.list();
    if (error) throw error;
    return data;
  },
});

/** The ways in that are tied to the account: e-mail with password, and accounts elsewhere. */
export const identitiesQuery = queryOptions({
  queryKey: [...PROTECTION_KEY, "identities"],
  queryFn: async () => {
    const { data, error } = await auth().getUserIdentities();
    if (error) throw error;
    return data.identities;
  },
});

/** Forgets enrolments that were begun and left: their names are free again. */
export async function dropUnfinished(): Promise<void> {
  const { data } = await auth().mfa.listFactors();
  for (const factor of data?.all ?? []) {
    if (factor.status === "unverified") await auth().mfa.unenroll({ factorId: factor.id });
  }
}
