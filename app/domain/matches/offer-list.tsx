import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { OfferFacts } from "./offer.ts";
import { offerInWords } from "./offer-words.ts";

type OfferListProps = { offer: OfferFacts | null; valid_until: Date | null; is_lapsed: boolean };

/** The offer of an application; nothing without one. */
export function OfferList({ offer, valid_until, is_lapsed }: OfferListProps) {
  if (!offer) return null;
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      {is_lapsed && (
        <div>
          <Badge tone="warning">Propuesta vencida</Badge>
        </div>
      )}
      <Facts isNarrow facts={offerInWords(offer, valid_until)} />
    </div>
  );
}
