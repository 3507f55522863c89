import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { AddAppDialog, type NewApp } from "./add-app-dialog.tsx";
import { type Factor, FactorLine } from "./factor-line.tsx";
import { KeyNameDialog } from "./key-name-dialog.tsx";
import { canUseKeys, keyFailure, makeFactorKey } from "../step-up/passkey-prompt.ts";
import { CODES_NAME, dropUnfinished, factorsQuery, isShown } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Loaded } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

const APP_NAME = "App de códigos";

/** An unused name for another app: "App de códigos 2". */
function nextAppName(factors: readonly Factor[]): string {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name));
  const names = [APP_NAME, ...Array.from({ length: factors.length + 1 }, (_, index) => `${APP_NAME} ${index + 2}`)];
  return names.find((name) => !taken.has(name)) ?? APP_NAME;
}

type FactorsSectionProps = { onCodes: (codes: string[]) => void; isFolded?: boolean };

/** The second factors, apps and security keys: adding and removing them. */
export function FactorsSection({ onCodes, isFolded = true }: FactorsSectionProps) {
  const query = useQuery(factorsQuery);
  const queryClient = useQueryClient();
  const recently = useRecentSignIn();
  const [newApp, setNewApp] = useState<NewApp | null>(null);
  const [isNamingKey, setNamingKey] = useState(false);
  const [isPending, setPending] = useState(false);
  const factors = query.data?.all.filter(isShown) ?? [];

  async function beginApp() {
    setPending(true);
    await dropUnfinished();
    const friendlyName = nextAppName(factors);
    const answer = await recently(async () => (await auth()).mfa.enroll({ factorType: "totp", friendlyName }));
    setPending(false);
    if (answer?.error) toast.error(failureMessage(answer.error));
    else if (answer) setNewApp({ id: answer.data.id, ...answer.data.totp });
  }

  /** Registers a security key under a name. Returns the error message, or null on success. */
  async function addKey(friendlyName: string): Promise<string | null> {
    await dropUnfinished();
    const enrolled = await recently(async () => (await auth()).mfa.webauthn.enroll({ friendlyName }));
    if (!enrolled) return "";
    const problem = enrolled.error ?? (await makeFactorKey(enrolled.data.id));
    if (problem) {
      await dropUnfinished();
      return keyFailure(problem);
    }
    setNamingKey(false);
    await added("Llave agregada");
    return null;
  }

  async function added(sentence: string) {
    const isFirst = query.data?.recovery_code.length === 0;
    const generated = isFirst ? await (await auth()).mfa.recoveryCodes.generate({ friendlyName: CODES_NAME }) : null;
    if (generated?.data) onCodes(generated.data.codes);
    else toast.success(sentence);
    await queryClient.invalidateQueries();
  }

  return (
    <Section
      title="Segundo paso al ingresar"
      {...(isFolded && { fold: "segundo-paso" as const })}
      state={query.data && (factors.length === 0 ? "Sin activar" : "Activado")}
      about="Además de la contraseña, te pedimos algo que tenés con vos. Así nadie entra solo con tu contraseña."
    >
      <Loaded asked={query}>
        {() =>
          factors.length === 0 ? (
            <p>Todavía no tenés ninguno.</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {factors.map((factor) => (
                <FactorLine key={factor.id} factor={factor} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button
          variant={!isFolded && query.data && factors.length === 0 ? "primary" : "secondary"}
          icon="smartphone"
          isPending={isPending}
          onPress={() => void beginApp()}
        >
          Agregar app de códigos
        </Button>
        {canUseKeys() && (
          <Button variant="secondary" icon="key" onPress={() => setNamingKey(true)}>
            Agregar llave de seguridad
          </Button>
        )}
      </div>
      <AddAppDialog
        app={newApp}
        onClose={() => {
          setNewApp(null);
          void dropUnfinished();
        }}
        onAdded={() => {
          setNewApp(null);
          void added("App agregada");
        }}
      />
      <KeyNameDialog
        isOpen={isNamingKey}
        onOpenChange={setNamingKey}
        title="Agregar llave de seguridad"
        about="Puede ser una llave USB o NFC, o tu celular. Te va a pedir un PIN, tu huella o tu cara."
        onNamed={addKey}
      />
    </Section>
  );
}
