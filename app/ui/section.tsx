import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Card } from "./card.tsx";
import { Icon } from "./icons.tsx";

type SectionProps = {
  title: string;
  about?: ReactNode;
  /** Folds the section into a line of `Lines`; the part of an address that opens it ("…/security#email"). */
  fold?: string;
  /** A folded section's state in a word, seen while it is closed. */
  state?: ReactNode;
  /** Whether something in a folded section has to be seen. */
  isUrgent?: boolean;
  children: ReactNode;
};

/** A section of a page of settings: a card, or a line that opens. */
export function Section({ title, about, fold, state, isUrgent = false, children }: SectionProps) {
  const content = (
    <>
      {about && <p className="mt-1 text-muted">{about}</p>}
      <div className="mt-4 flex flex-col gap-4">{children}</div>
    </>
  );
  if (fold === undefined)
    return (
      <Card as="section">
        <h2 className="text-xl">{title}</h2>
        {content}
      </Card>
    );
  return (
    <Folded title={title} id={fold} state={state} isUrgent={isUrgent}>
      {content}
    </Folded>
  );
}

/** Folded sections as the lines of one card. */
export function Lines({ children }: { children: ReactNode }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface shadow-soft empty:hidden">
      {children}
    </div>
  );
}

type FoldedProps = { title: string; id: string; state: ReactNode; isUrgent: boolean; children: ReactNode };

/** Opens by itself when an address leads into it, and when something in it becomes urgent; the reader may close it again. */
function Folded({ title, id, state, isUrgent, children }: FoldedProps) {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const isLedTo = hash === `#${id}`;
  useEffect(() => {
    if (!details.current || !(isLedTo || isUrgent)) return;
    details.current.open = true;
    if (isLedTo) details.current.scrollIntoView({ block: "start" });
  }, [isLedTo, isUrgent]);
  return (
    <section className="px-5">
      <details ref={details} id={id} className="group scroll-mt-40 open:pb-5">
        <summary className="flex min-h-16 cursor-pointer list-none items-center gap-3 rounded py-2 [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 grow">
            <h2 className="text-lg leading-snug">{title}</h2>
            {state && <p className="text-muted wrap-anywhere group-open:hidden">{state}</p>}
          </div>
          <Icon name="chevron" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        {children}
      </details>
    </section>
  );
}
