import { ANSWER_WITHIN_HOURS } from "../accounts/account.ts";
import { Badge } from "../../ui/badge.tsx";
import { hoursSince, PROMISED_HOURS, waitingWords } from "../today/today.ts";

/** How long a request has waited; amber, as in its row, once the promised time began to run out. */
export function WaitingBadge({ since }: { since: Date }) {
  const hours = hoursSince(since);
  return (
    <Badge tone={hours >= PROMISED_HOURS.from ? "warning" : "success"} icon="clock">
      <span>
        Espera {waitingWords(hours)}{" "}
        <span className="inline-block font-normal">(prometimos {ANSWER_WITHIN_HOURS} h)</span>
      </span>
    </Badge>
  );
}
