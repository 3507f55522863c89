import { Link } from "react-router";
import { hoursSince, waitingWords } from "../../../domain/today/today.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icons.tsx";

type QueueLineProps = {
  name: string;
  to: string;
  waiting: number;
  late: number;
  lateHours: number;
  oldest: Date | null;
};

/** A queue in one line that leads to it: how much waits, how much of it for too long, and for how long the oldest. */
export function QueueLine({ name, to, waiting, late, lateHours, oldest }: QueueLineProps) {
  return (
    <li
      data-row
      className="relative rounded-card border border-line bg-surface px-3 py-2 has-[a:hover]:border-primary md:px-5 md:py-3"
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-semibold">
          <Link
            to={to}
            className="rounded after:absolute after:inset-0 after:rounded-card focus-visible:outline-none
              focus-visible:after:outline-3 focus-visible:after:outline-(--focus)"
          >
            {name}
          </Link>
        </p>
        <p className="flex items-center gap-2 text-xl font-semibold tabular-nums">
          {waiting}
          <Icon name="chevron" className="size-4 -rotate-90 text-muted" />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {late > 0 && <LateBadge late={late} lateHours={lateHours} />}
        {oldest ? `La más antigua, ${waitingWords(hoursSince(oldest))}` : "Nada espera"}
      </div>
    </li>
  );
}

/** How much has waited in a queue for too long. */
export function LateBadge({ late, lateHours }: Pick<QueueLineProps, "late" | "lateHours">) {
  return <Badge tone="warning">{`${late} hace más de ${lateHours} h`}</Badge>;
}
