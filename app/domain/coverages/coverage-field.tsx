import { cut } from "../../shared/text/cut.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queries } from "../../client/api.ts";
import { loadingLate } from "../../ui/late.tsx";
import { SuggestField } from "../../ui/suggest-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { COVERAGE_KIND_LABELS } from "./coverage-labels.ts";

type Chosen = { id: number; short: string };
type CoverageFieldProps = {
  label: string;
  description?: string;
  value: Chosen | null;
  onChange: (chosen: Chosen | null) => void;
  errorMessage?: string;
  /** Reports only a choice from the list, since typed text may be incomplete. */
  isAdding?: boolean;
};

const loadKey = loadingLate(async () => (await import("../../shared/text/words.ts")).textKey, false);
const A_MINUTE_MS = 60_000;

/** Stands in for the key of a text while the code that makes it loads. */
const spelled = (text: string) => text.toLowerCase();

/** A search box for one coverage of the vocabulary, found by any of its names. A text without a match chooses nothing. */
export function CoverageField({ label, description, value, onChange, errorMessage, isAdding }: CoverageFieldProps) {
  const [text, setText] = useState(value?.short ?? "");
  // The value that this field last reported: a different value came from outside, such as a form that was reset.
  const [reportedId, setReportedId] = useState(value?.id ?? null);
  if ((value?.id ?? null) !== reportedId) {
    setReportedId(value?.id ?? null);
    setText(value?.short ?? "");
  }
  const [keyOf, setKeyOf] = useState<(text: string) => string>(() => spelled);
  useEffect(() => {
    loadKey().then(
      (textKey) => setKeyOf(() => textKey),
      () => undefined,
    );
  }, []);
  const found = useQuery({
    ...queries.coverages.search.queryOptions({ input: { text: cut(text, 80) } }),
    placeholderData: keepPreviousData,
    staleTime: A_MINUTE_MS,
  });
  // Results of an earlier text are offered only if they contain the current one: Enter would choose them.
  const offered = (found.data ?? []).filter(
    ({ short }) => !found.isPlaceholderData || keyOf(short).includes(keyOf(text)),
  );
  const report = (chosen: Chosen | null) => {
    setReportedId(chosen?.id ?? null);
    onChange(chosen);
  };
  const named = (typed: string) => {
    const hit = found.data?.find(({ short }) => keyOf(short) === keyOf(typed));
    return hit ? { id: hit.id, short: hit.short } : null;
  };

  // The match of a text that was typed before its results arrived.
  const late = !isAdding && value === null && text !== "" ? named(text) : null;
  useEffect(() => {
    if (late) report(late);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new result matters
  }, [late?.id]);

  const isUnknown = value === null && text.trim() !== "" && found.data !== undefined && !found.isFetching && !late;
  const [hasLeft, setLeft] = useState(false);
  const problem =
    found.data?.length === 0
      ? "No la encontramos. Probá con otro nombre."
      : hasLeft
        ? "Elegí una cobertura de la lista"
        : undefined;
  return (
    <SuggestField
      label={label}
      description={description}
      value={text}
      menuTrigger="focus"
      suggestions={
        value === null ? offered.map(({ short, kind }) => ({ name: short, hint: COVERAGE_KIND_LABELS[kind] })) : []
      }
      onChange={(typed) => {
        setText(typed);
        if (!isAdding) report(named(typed));
      }}
      onBlur={() => setLeft(true)}
      onChoose={(name) => {
        setText(name);
        report(named(name));
      }}
      errorMessage={errorMessage ?? (isUnknown ? problem : undefined)}
    />
  );
}

type WithPlan = { id: number; short?: string | undefined; plan?: string | null | undefined };
type CoverageWithPlanProps = {
  label: string;
  description: string;
  value: WithPlan | null;
  onChange: (value: WithPlan | null) => void;
};

/** A coverage and, once it is chosen, its plan. */
export function CoverageWithPlan({ label, description, value, onChange }: CoverageWithPlanProps) {
  return (
    <div className="flex flex-col gap-4">
      <CoverageField
        label={label}
        description={description}
        value={value && { id: value.id, short: value.short ?? "" }}
        onChange={(chosen) => onChange(chosen && { ...chosen, plan: value?.plan ?? null })}
      />
      {value && (
        <TextField
          label="Plan"
          description="Opcional. Por ejemplo: 210."
          autoComplete="off"
          value={value.plan ?? ""}
          onChange={(plan) => onChange({ ...value, plan })}
        />
      )}
    </div>
  );
}
