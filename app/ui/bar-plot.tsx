import { type ReactNode, useId } from "react";

/** One bar: its short axis label, its full name, and its amounts of the first and second kind. */
export type Bar = { short: string; name: string; first: number; second: number };

type BarPlotProps = {
  title: string;
  /** A sentence that explains the two kinds. */
  note: string;
  /** The column title of the bars, such as "Día". */
  of: string;
  /** The two stacked kinds, the first at the bottom. */
  kinds: readonly [first: string, second: string];
  bars: readonly Bar[];
  /** The title of an extra table column: the first kind's share of each bar. */
  share?: string;
  /** Shown instead of the chart while all bars are zero. */
  empty: string;
};

const GAP = 0.2;
const looks = ["fill-primary", "fill-accent-soft stroke-accent"] as const;

/** A stacked bar chart of two kinds. The chart is decorative; an expandable table has every number. */
export function BarPlot(props: BarPlotProps) {
  const title = useId();
  const { kinds, bars, empty } = props;
  const most = Math.max(...bars.map(({ first, second }) => first + second));
  return (
    <figure aria-labelledby={title} className="flex flex-col gap-3">
      <figcaption>
        <span id={title} className="block font-display text-lg font-semibold">
          {props.title}
        </span>
        <span className="text-sm text-muted">{props.note}</span>
      </figcaption>
      {most > 0 ? (
        <>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {kinds.map((kind, index) => (
              <li key={kind} className="flex items-center gap-2">
                <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
                  <rect x="1" y="1" width="10" height="10" className={looks[index]} />
                </svg>
                {kind}
              </li>
            ))}
          </ul>
          <Picture bars={bars} most={most} />
        </>
      ) : (
        <p className="text-muted">{empty}</p>
      )}
      <details className="text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline">
          Ver los números
        </summary>
        <Numbers {...props} labelledBy={title} />
      </details>
    </figure>
  );
}

function Picture({ bars, most }: { bars: readonly Bar[]; most: number }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 text-xs text-muted">
      <div className="flex flex-col justify-between text-right leading-none">
        <span>{most}</span>
        <span>0</span>
      </div>
      <svg
        viewBox={`0 0 ${bars.length} ${most}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-y border-line"
      >
        {bars.map(({ short, first, second }, index) => (
          <g key={short} className="[&>rect]:[vector-effect:non-scaling-stroke]">
            {first > 0 && (
              <rect x={index + GAP / 2} y={most - first} width={1 - GAP} height={first} className={looks[0]} />
            )}
            {second > 0 && (
              <rect
                x={index + GAP / 2}
                y={most - first - second}
                width={1 - GAP}
                height={second}
                className={looks[1]}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="col-start-2 flex justify-between">
        <span>{bars[0]?.short}</span>
        <span>{bars.at(-1)?.short}</span>
      </div>
    </div>
  );
}

function Numbers({ of, kinds, bars, share, labelledBy }: BarPlotProps & { labelledBy: string }) {
  const columns = [of, ...kinds, ...(share ? [share] : [])];
  return (
    <table aria-labelledby={labelledBy} className="w-full border-collapse text-left wrap-normal tabular-nums">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={column} scope="col" className={`p-1 align-bottom ${index > 0 ? "text-right" : ""}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, first, second }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="p-1 font-normal whitespace-nowrap">
              {name}
            </th>
            <Cell>{first}</Cell>
            <Cell>{second}</Cell>
            {share && <Cell>{first + second > 0 ? `${Math.round((100 * first) / (first + second))} %` : "–"}</Cell>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="p-1 text-right whitespace-nowrap">{children}</td>;
}
