import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { CODES_NAME, factorsQuery, PROTECTION_KEY, recoveryCodesQuery } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Loaded } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

/** The number of codes left, and generating new ones. Renders nothing without a factor that they back up. */
export function RecoveryCodesSection({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const factors = useQuery(factorsQuery);
  const hasCodes = (factors.data?.recovery_code.length ?? 0) > 0;
  const codes = useQuery({ ...recoveryCodesQuery, enabled: hasCodes });
  const queryClient = useQueryClient();
  const recently = useRecentSignIn();
  const [isAsking, setAsking] = useState(false);
  const [isPending, setPending] = useState(false);
  if (!factors.data?.all.some(({ status }) => status === "verified")) return null;

  async function make(isFirst: boolean) {
    const { recoveryCodes } = (await auth()).mfa;
    setPending(true);
    const answer = await recently(() =>
      isFirst ? recoveryCodes.generate({ friendlyName: CODES_NAME }) : recoveryCodes.regenerate(),
    );
    setPending(false);
    if (!answer) return;
    setAsking(false);
    if (answer.error) toast.error(failureMessage(answer.error));
    else onCodes(answer.data.codes);
    await queryClient.invalidateQueries({ queryKey: PROTECTION_KEY });
  }

  return (
    <Section
      title="Códigos de recuperación"
      fold="codigos"
      isUrgent={!hasCodes || codes.data?.remaining === 0}
      state={codes.data && `Te quedan ${codes.data.remaining}`}
      about="Para entrar si perdés tu app o tu llave. Cada código sirve una sola vez."
    >
      {hasCodes ? (
        <Loaded asked={codes}>
          {(left) =>
            left && (
              <p className={left.remaining === 0 ? "font-semibold text-danger" : undefined}>
                Te quedan {plural(left.remaining, "código", "códigos")} de {left.total}.
              </p>
            )
          }
        </Loaded>
      ) : (
        <p>No tenés códigos.</p>
      )}
      <div>
        <Button
          variant="secondary"
          icon="refresh"
          isPending={isPending && !isAsking}
          onPress={() => (hasCodes ? setAsking(true) : void make(true))}
        >
          {hasCodes ? "Crear códigos nuevos" : "Crear códigos"}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="¿Crear códigos nuevos?"
        confirmLabel="Sí, crear nuevos"
        isPending={isPending}
        onConfirm={() => void make(false)}
      >
        Los que tenés guardados dejan de servir.
      </ConfirmDialog>
    </Section>
  );
}
