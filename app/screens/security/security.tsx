import { useState } from "react";
import { auth } from "../../client/session.ts";
import { CodesDialog } from "./codes-dialog.tsx";
import { EmailSection } from "./email-section.tsx";
import { FactorsSection } from "./factors-section.tsx";
import { IdentitiesSection } from "./identities-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoveryCodesSection } from "./recovery-codes-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Starts loading the session client, of which most sections ask, beside the question of who the person is. */
export async function clientLoader() {
  void auth().catch(() => undefined);
  return null;
}

/** "Seguridad" of each role: one section per protection of the account. */
export default function Security() {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      <div className="mx-auto flex max-w-2xl flex-col gap-6">
        <h1 className="text-3xl">Seguridad</h1>
        <FactorsSection onCodes={setCodes} />
        <RecoveryCodesSection onCodes={setCodes} />
        <PasskeysSection />
        <EmailSection />
        <IdentitiesSection />
        <PasswordSection />
        <SessionsSection />
        <OwnDataSection />
      </div>
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}
