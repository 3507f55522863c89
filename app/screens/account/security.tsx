import { useState } from "react";
import { CodesDialog } from "./security/codes-dialog.tsx";
import { EmailSection } from "./security/email-section.tsx";
import { FactorsSection } from "./security/factors-section.tsx";
import { IdentitiesSection } from "./security/identities-section.tsx";
import { OwnDataSection } from "./security/own-data-section.tsx";
import { PasskeysSection } from "./security/passkeys-section.tsx";
import { PasswordSection } from "./security/password-section.tsx";
import { RecentSignIn } from "./security/recent-sign-in.tsx";
import { RecoveryCodesSection } from "./security/recovery-codes-section.tsx";
import { SessionsSection } from "./security/sessions-section.tsx";

/** "Seguridad" of each role: what protects the account, one section for each way. */
export default function Security() {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <RecentSignIn>
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
    </RecentSignIn>
  );
}
