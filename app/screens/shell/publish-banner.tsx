import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { queries } from "../../client/api.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late.tsx";

const PublishDialog = lateDialog(async () => (await import("./publish-dialog.tsx")).PublishDialog);

/** Tells a person whom an admin made a specialist that their profile is not public, and asks whether it may be. */
export function PublishBanner() {
  const [isOpen, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const queryClient = useQueryClient();
  function published() {
    setOpen(false);
    void queryClient.invalidateQueries({ queryKey: queries.profiles.key() });
    void revalidate();
  }
  return (
    <>
      <Banner
        tone="info"
        icon="eye"
        short="Tu perfil todavía no es público."
        action={
          <Button variant="link" size="inline" onPress={() => setOpen(true)}>
            Publicar<span className="max-md:sr-only"> mi perfil</span>
          </Button>
        }
      >
        Tu perfil de especialista todavía no es público.
      </Banner>
      <PublishDialog isOpen={isOpen} onClose={() => setOpen(false)} onPublished={published} />
    </>
  );
}
