import { PlotFrame } from "./plot-frame.tsx";

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
export function BarPlot({ title, note, of, kinds, bars, share, empty }: BarPlotProps) {
  const most = Math.max(...bars.map(({ first, second }) => first + second));
  const shareOf = ({ first, second }: Bar) =>
    first + second > 0 ? `${Math.round((100 * first) / (first + second))} %` : "–";
  return (
    <PlotFrame
      title={title}
      note={note}
      isHeading
      legend={most > 0 ? kinds.map((name, at) => ({ name, mark: <Mark look={looks[at]} /> })) : []}
      columns={[of, ...kinds, ...(share ? [share] : [])]}
      rows={bars.map((bar) => ({
        key: bar.name,
        label: bar.name,
        cells: [String(bar.first), String(bar.second), ...(share ? [shareOf(bar)] : [])],
      }))}
    >
      {most > 0 ? <Picture bars={bars} most={most} /> : <p className="text-muted">{empty}</p>}
    </PlotFrame>
  );
}

function Mark({ look }: { look: string | undefined }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <rect x="1" y="1" width="10" height="10" className={look} />
    </svg>
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
