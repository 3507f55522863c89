import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { EditOfferDialogProps } from "./edit-offer-dialog.tsx";
import { OfferList } from "./offer-list.tsx";
import type { MatchStatus } from "./match-words.ts";
import type { OfferFacts } from "./offer.ts";

const EditOfferDialog = lateDialog<EditOfferDialogProps>(
  async () => (await import("./edit-offer-dialog.tsx")).EditOfferDialog,
);

type EditOfferProps = {
  match: { id: string; status: MatchStatus; offer: OfferFacts | null; valid_until: Date | null; is_lapsed: boolean };
  isClosed: boolean;
};

/** The offer of the specialist's own application, and its edit while the application is pending. */
export function EditOffer({ match, isClosed }: EditOfferProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <OfferList {...match} />
      {match.status === "proposed" && !isClosed && (
        <div>
          <Button variant="secondary" size="small" icon="edit" onPress={() => setEditing(true)}>
            {match.is_lapsed ? "Renovar propuesta" : match.offer ? "Cambiar propuesta" : "Sumar una propuesta"}
          </Button>
          <EditOfferDialog match={match} isOpen={isEditing} onClose={() => setEditing(false)} />
        </div>
      )}
    </>
  );
}
