import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { queries } from "../../client/api.ts";
import { neverLoaded } from "../../client/never-loaded.ts";
import { formatMoment, plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Select } from "../../ui/select.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { inPages } from "../lists/in-pages.ts";
import { SEGMENT_WORDS, SEGMENTS, type Segment } from "./segments.ts";

type Counts = readonly { segment: Segment; n: number }[];
type KineSegmentsProps = {
  show: (item: { kind: "persona"; id: string }) => void;
  download: (segment: Segment) => ReactNode;
};

/** "Especialistas": the groups as one bar, and who is in each. */
export function KineSegments({ show, download }: KineSegmentsProps) {
  const [segment, setSegment] = useState<Segment>("silent");
  const kines = useInfiniteQuery(
    queries.pulse.kines.infiniteOptions({ input: (after: string | null) => ({ segment, after }), ...inPages }),
  );
  const pages = kines.data?.pages;
  const first = pages?.[0];
  if (!pages || !first)
    return neverLoaded(kines) ? (
      <ErrorState
        message="No se pudieron cargar los especialistas"
        onRetry={() => void kines.refetch()}
        isRetrying={kines.isFetching}
      />
    ) : (
      <CardListSkeleton count={2} />
    );
  // Before the first night every group would be none.
  if (first.computed_at === null)
    return <EmptyState title="Todavía no hay grupos">Se calculan cada noche: los primeros se ven mañana.</EmptyState>;
  const items = pages.flatMap((page) => page.items);
  const { name, hint } = SEGMENT_WORDS[segment];
  return (
    <div className="grid gap-4">
      <Groups counts={first.segments} at={first.computed_at} />
      <Card as="section">
        <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
          <Select
            label="Grupo"
            value={segment}
            options={SEGMENTS.map((one) => ({ value: one, label: SEGMENT_WORDS[one].name }))}
            onChange={(value) => setSegment(SEGMENTS.find((one) => one === value) ?? "silent")}
          />
          {download(segment)}
        </div>
        <p className="mb-3 text-sm text-muted">{hint}</p>
        <ul role="list" aria-label={name} className="divide-y divide-line">
          {items.map((kine) => (
            <li key={kine.id} data-row className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
              <button
                type="button"
                data-opener
                className="cursor-pointer text-left font-semibold text-primary underline"
                onClick={() => show({ kind: "persona", id: kine.id })}
              >
                {kine.name}
              </button>
              <span className="text-sm text-muted">
                {[
                  kine.location_city,
                  plural(kine.told_30, "aviso", "avisos"),
                  plural(kine.applied_30, "postulación", "postulaciones"),
                  plural(kine.accepted_30, "aceptada", "aceptadas"),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
        {items.length === 0 && <p className="text-muted">No hay nadie en este grupo.</p>}
        {kines.hasNextPage && (
          <Button variant="secondary" isPending={kines.isFetchingNextPage} onPress={() => void kines.fetchNextPage()}>
            Ver más
          </Button>
        )}
      </Card>
    </div>
  );
}

const fills = [
  "fill-accent-soft stroke-accent [vector-effect:non-scaling-stroke]",
  "fill-warning",
  "fill-accent",
  "fill-muted",
  "fill-primary",
] as const;

/** All groups as one bar. It is decorative; the table below has the numbers. */
function Groups({ counts, at }: { counts: Counts; at: Date }) {
  const id = useId();
  const all = counts.reduce((sum, { n }) => sum + n, 0);
  const starts = counts.map((_, index) => counts.slice(0, index).reduce((sum, { n }) => sum + n, 0));
  const active = counts.find(({ segment }) => segment === "active")?.n ?? 0;
  return (
    <Card as="section">
      <h2 id={id} className="text-lg">
        {active} de {plural(all, "especialista", "especialistas")} tuvieron una postulación aceptada en 30 días.
      </h2>
      {all > 0 && (
        <svg viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true" className="my-3 h-8 w-full rounded">
          {counts.map(({ segment, n }, index) => (
            <rect key={segment} x={starts[index]} y="0" width={n} height="1" className={fills[index]} />
          ))}
        </svg>
      )}
      <table aria-labelledby={id} className="w-full max-w-md text-sm tabular-nums">
        <tbody>
          {counts.map(({ segment, n }, index) => (
            <tr key={segment} className="border-t border-line">
              <th scope="row" className="flex items-center gap-2 py-1.5 text-left font-normal">
                <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
                  <rect width="12" height="12" className={fills[index]} />
                </svg>
                {SEGMENT_WORDS[segment].name}
              </th>
              <td className="py-1.5 text-right">{n.toLocaleString("es-AR")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-muted">Calculado el {formatMoment(at)}.</p>
    </Card>
  );
}
