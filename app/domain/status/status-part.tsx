import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Facts } from "../../ui/facts.tsx";
import type { Verdict } from "./verdicts.ts";

type StatusPartProps = {
  title: string;
  verdict: Verdict;
  facts: Parameters<typeof Facts>[0]["facts"];
  note?: ReactNode;
  children?: ReactNode;
};

/** A part of the installation. One that is well takes a line; what is wrong is open, with what to do about it. What never happened is no fact. */
export function StatusPart({ title, verdict: { tone, words, advice }, facts, note, children }: StatusPartProps) {
  const known = facts.filter(([, value]) => value);
  return (
    <details open={tone !== "success"} className="group px-5 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded py-1">
        <h2 className="text-lg font-semibold group-open:text-xl">{title}</h2>
        <Badge tone={tone}>{words}</Badge>
      </summary>
      <div className="pt-1 pb-4">
        {advice && <p className="mb-3 text-sm font-medium">{withWholeOptions(advice)}</p>}
        {known.length > 0 && <Facts facts={known} />}
        {children}
        {note && <p className="mt-3 text-sm text-muted">{note}</p>}
      </div>
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
