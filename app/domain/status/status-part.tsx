import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { Verdict } from "./verdicts.ts";

export type StatusPartProps = {
  title: string;
  verdict: Verdict;
  /** What the part is for. */
  meaning: string;
  facts: Parameters<typeof Facts>[0]["facts"];
  note?: ReactNode;
  children?: ReactNode;
};

/**
 * A part of the installation. One that is well takes a line; what is wrong is open, with what it is for and what to do, its figures folded. What
 * never happened is no fact.
 */
export function StatusPart({ title, verdict, meaning, facts, note, children }: StatusPartProps) {
  const { tone, words, advice } = verdict;
  const known = facts.filter(([, value]) => value);
  const isWell = tone === "success";
  const figures = (
    <>
      {known.length > 0 && <Facts facts={known} />}
      {note && <p className="text-sm text-muted">{note}</p>}
    </>
  );
  return (
    <details open={!isWell} className="group px-5 py-1">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded py-1">
        <h2 className="text-lg font-semibold group-open:text-xl">{title}</h2>
        <Badge tone={tone}>{words}</Badge>
      </summary>
      <div className="flex flex-col gap-3 pt-1 pb-4">
        <p className="text-muted">{meaning}</p>
        {advice && <p className="font-medium">{withWholeOptions(advice)}</p>}
        {children}
        {isWell ? figures : (known.length > 0 || note) && <Folded title="Detalle">{figures}</Folded>}
      </div>
    </details>
  );
}

/** What its title opens. `Fold` would bring the scripts of the lists along. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center rounded font-semibold text-primary">{title}</summary>
      <div className="flex flex-col gap-4 pt-2">{children}</div>
    </details>
  );
}

/** An advice whose commands never break inside "-- CARPETA", where a line could end between the two hyphens. */
function withWholeOptions(advice: string): ReactNode {
  return advice.split(/(-- \S+)/).map((part, n) =>
    n % 2 === 1 ? (
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
