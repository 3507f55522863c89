import { useState } from "react";
import { useLocation } from "react-router";
import { Below } from "../../ui/below.tsx";
import { Lines } from "../../ui/section.tsx";
import { CodesDialog } from "./codes-dialog.tsx";
import { EmailSection } from "./email-section.tsx";
import { FactorsSection } from "./factors-section.tsx";
import { IdentitiesSection } from "./identities-section.tsx";
import { OwnDataSection } from "./own-data-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecoveryCodesSection } from "./recovery-codes-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** "Seguridad" of each role: how the person enters now, the next best step, and the rest in lines with their state. An admin's next step is the second factor. */
export default function Security() {
  const [codes, setCodes] = useState<string[] | null>(null);
  const isAdmin = useLocation().pathname.startsWith("/dashboard/admin/");
  return (
    <>
      <div className="mx-auto flex max-w-2xl flex-col gap-6">
        <h1 className="text-3xl">Seguridad</h1>
        {isAdmin && <FactorsSection onCodes={setCodes} isFolded={false} />}
        <PasskeysSection isNext={!isAdmin} />
        <Lines>
          {!isAdmin && <FactorsSection onCodes={setCodes} />}
          <RecoveryCodesSection onCodes={setCodes} />
          <Below>
            <PasswordSection />
            <EmailSection />
            <IdentitiesSection />
            <SessionsSection />
            <OwnDataSection />
          </Below>
        </Lines>
      </div>
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}
