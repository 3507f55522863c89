import { useQueryClient } from "@tanstack/react-query";
import { auth } from "../../client/session.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import type { IconName } from "../../ui/icons.tsx";
import { factorLabel } from "./factor-label.ts";
import { factorsQuery } from "./protection.ts";
import { Removal } from "./removal.tsx";
import { Thing } from "./loaded.tsx";

/** A verified second factor, as the account service returns it. */
export type Factor = { id: string; friendly_name?: string; factor_type: string; created_at: string };

const ICONS: Record<string, IconName> = { totp: "smartphone", webauthn: "key", phone: "phone" };

/** One second factor in a list, with its removal. */
export function FactorLine({ factor }: { factor: Factor }) {
  const queryClient = useQueryClient();
  const label = factorLabel(factor.factor_type);
  const name = factor.friendly_name || label;
  const detail = (
    <>
      {name.startsWith(label) ? "" : `${label}. `}Se agregó <RelativeTime date={new Date(factor.created_at)} />
    </>
  );

  async function afterRemoval() {
    // Removing the factor lowers the session's assurance level: refresh the token.
    await (await auth()).refreshSession();
    // Do not refetch the recovery codes: they may have been deleted with the factor.
    await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  }
  return (
    <Thing icon={ICONS[factor.factor_type] ?? "shield"} name={name} detail={detail}>
      <Removal
        name={name}
        question="Al ingresar ya no te lo vamos a pedir. Si es el último, tus códigos de recuperación también se borran."
        onRemove={async () => (await auth()).mfa.unenroll({ factorId: factor.id })}
        onRemoved={afterRemoval}
      />
    </Thing>
  );
}
