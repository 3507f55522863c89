import { ANSWER_WITHIN_HOURS } from "../accounts/account.ts";
import { Badge } from "../../ui/badge.tsx";
import { hoursSince, PROMISED_HOURS, waitingWords } from "../today/today.ts";

/** How long a request has waited; the colour compares that with the promised time. */
export function WaitingBadge({ since }: { since: Date }) {
  const hours = hoursSince(since);
  const tone = hours >= PROMISED_HOURS.to ? "danger" : hours >= PROMISED_HOURS.from ? "warning" : "success";
  return (
    <Badge tone={tone} icon="clock">
      <span className="text-xs">
        Espera {waitingWords(hours)} <span className="font-normal">(prometimos {ANSWER_WITHIN_HOURS} h)</span>
      </span>
    </Badge>
  );
}
