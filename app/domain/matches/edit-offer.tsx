import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { lateDialog } from "../../ui/late.tsx";
import type { EditOfferDialogProps } from "./edit-offer-dialog.tsx";
import type { MatchStatus } from "./match-words.ts";
import type { OfferFacts } from "./offer.ts";

const EditOfferDialog = lateDialog<EditOfferDialogProps>(
  async () => (await import("./edit-offer-dialog.tsx")).EditOfferDialog,
);

type EditOfferProps = {
  match: { id: string; status: MatchStatus; offer: OfferFacts | null; valid_until: Date | null; is_lapsed: boolean };
  isClosed: boolean;
};

/** The edit of the offer of the specialist's own application, while that is pending; the one filled act where there is no valid offer. */
export function EditOffer({ match, isClosed }: EditOfferProps) {
  const [isEditing, setEditing] = useState(false);
  if (match.status !== "proposed" || isClosed) return null;
  return (
    <>
      <Button
        variant={match.offer && !match.is_lapsed ? "secondary" : "primary"}
        size="small"
        onPress={() => setEditing(true)}
      >
        {match.is_lapsed ? "Renovar propuesta" : match.offer ? "Cambiar propuesta" : "Sumar una propuesta"}
      </Button>
      <EditOfferDialog match={match} isOpen={isEditing} onClose={() => setEditing(false)} />
    </>
  );
}
