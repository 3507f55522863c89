import { useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ClaimDialog } from "../step-up/claim-dialog.tsx";

/**
 * Asks for the link of their address a user with a second factor and an unclaimed account, since a first recovery would remove the factor, and
 * one who moved in unconfirmed, who gets few mails until then.
 */
export function ClaimBanner({ hasFactor }: { hasFactor: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Banner
        tone="info"
        icon="shield"
        short="Falta confirmar tu email."
        action={
          <Button variant="link" size="inline" onPress={() => setOpen(true)}>
            Confirmar<span className="max-md:sr-only"> mi email</span>
          </Button>
        }
      >
        <span>
          {hasFactor
            ? "Confirmá tu email para que tu segundo paso te proteja."
            : "Confirmá tu email para que te lleguen todos los avisos."}
        </span>
      </Banner>
      <ClaimDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
