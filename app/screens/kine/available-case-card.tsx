import type { Answers } from "../../client/api.ts";
import { applicationsInWords, type CaseFit, inALine } from "../../domain/cases/case-fit.ts";
import { CaseFacts } from "../../domain/cases/case-facts.tsx";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { CardButton } from "../../ui/card-button.tsx";

const NEW_MS = 48 * 3_600_000;
const isRecent = (date: Date, now = Date.now()) => now - date.getTime() < NEW_MS;

export type AvailableCase = Answers["cases"]["available"]["items"][number];
type AvailableCaseCardProps = {
  available: AvailableCase;
  fit: CaseFit | undefined;
  isSeen: boolean;
  isOpen: boolean;
  onOpen: () => void;
};

/** A case on offer: what it says, and how it fits the specialist. */
export function AvailableCaseCard({ available, fit, isSeen, isOpen, onOpen }: AvailableCaseCardProps) {
  const isChosen = available.status === "matched";
  const isNew = !isSeen && isRecent(available.created_at);
  return (
    <Card as="li" isCurrent={isOpen}>
      <div className="flex flex-col gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2>
              <CardButton onPress={onOpen}>{available.title}</CardButton>
            </h2>
            <p className="text-sm text-muted">
              {available.poster_name} · <RelativeTime date={available.created_at} />
            </p>
          </div>
          <div className="shrink-0">
            {isSeen && <span className="text-sm text-muted">Visto</span>}
            {isNew && (
              <Badge tone="info" icon={null}>
                Nuevo
              </Badge>
            )}
          </div>
        </div>
        {/* Who was chosen is somebody else: how it fits is of no use. */}
        <p className={`text-sm wrap-anywhere ${isChosen ? "text-muted" : "font-semibold"}`}>
          {inALine({ fit: isChosen ? undefined : fit, applications: applicationsInWords(available) })}
        </p>
        <p className="line-clamp-3 sm:line-clamp-2">{available.description}</p>
        <CaseFacts {...available} />
      </div>
    </Card>
  );
}
