import { useState } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ClaimDialog } from "../step-up/claim-dialog.tsx";

/** Asks a user with a second factor and an unclaimed account for the link of their address: a first recovery would remove the factor. */
export function ClaimBanner() {
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
        <span>Confirmá tu email para que tu segundo paso te proteja.</span>
      </Banner>
      <ClaimDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
