import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icons.tsx";
import { useProduct } from "../../shared/app-context.ts";
import { canUseKeys } from "./passkey-prompt.ts";
import { AppCode } from "./app-code.tsx";
import { RecoveryCode } from "./recovery-code.tsx";
import { SecurityKey } from "./security-key.tsx";

type Factor = { id: string; friendly_name?: string };
export type Factors = { totp: Factor[]; webauthn: Factor[]; recovery_code: Factor[] };
type Way = "app" | "key" | "recovery";

const WAYS: Record<Way, { label: string; icon: IconName }> = {
  app: { label: "Usar la app de códigos", icon: "smartphone" },
  key: { label: "Usar la llave de seguridad", icon: "key" },
  recovery: { label: "Usar un código de recuperación", icon: "file" },
};

/** Asks for a second factor: one method at a time, the others one press away. */
export function SecondStep({ factors, onShown }: { factors: Factors; onShown: () => void }) {
  const ways: Way[] = [
    ...(factors.totp.length > 0 ? ["app" as const] : []),
    ...(factors.webauthn.length > 0 && canUseKeys() ? ["key" as const] : []),
    ...(factors.recovery_code.length > 0 ? ["recovery" as const] : []),
  ];
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [key] = factors.webauthn;
  const { contactEmail } = useProduct();
  return (
    <>
      {way === "app" && <AppCode apps={factors.totp} onShown={onShown} />}
      {way === "key" && key && <SecurityKey factorId={key.id} onShown={onShown} />}
      {way === "recovery" && <RecoveryCode onShown={onShown} />}
      {!way && <p>Este navegador no puede usar tu llave de seguridad. Probá desde otro.</p>}
      {ways.length > 1 && (
        <div className="mt-6 flex flex-col items-start gap-1">
          <h2 className="text-lg">¿No lo tenés a mano?</h2>
          {ways
            .filter((other) => other !== way)
            .map((other) => (
              <div key={other} className="-ml-5">
                <Button variant="quiet" icon={WAYS[other].icon} onPress={() => setWay(other)}>
                  {WAYS[other].label}
                </Button>
              </div>
            ))}
        </div>
      )}
      <p className="mt-6 text-muted">
        ¿No tenés ninguno, o no los agregaste vos? Escribinos desde el email de tu cuenta a{" "}
        <a href={`mailto:${contactEmail}`} className="underline">
          {contactEmail}
        </a>{" "}
        y te ayudamos a recuperarla.
      </p>
    </>
  );
}
