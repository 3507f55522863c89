import { useId } from "react";

/** What was measured on one day: its axis label, and a value for each series; null for none. */
type PlotPoint = { key: string; label: string; values: readonly (number | null)[] };

type LinePlotProps = {
  title: string;
  /** Which direction is the good one. */
  note: string;
  /** The column title of the days. */
  of: string;
  series: readonly string[];
  points: readonly PlotPoint[];
  /** The highest value; the lowest is 0. */
  most: number;
};

const [STEP, LEAST_WIDTH, HEIGHT] = [48, 280, 220];
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 22, 16, 30];
const RADIUS = 10;
/** Points of several series with one value stay apart. */
const APART = 7;
const looks = [
  { line: "stroke-primary", point: "fill-primary stroke-primary", text: "fill-on-primary", dash: undefined },
  { line: "stroke-accent", point: "fill-accent-soft stroke-accent", text: "fill-ink", dash: "7 4" },
  { line: "stroke-muted", point: "fill-surface stroke-muted", text: "fill-ink", dash: "2 4" },
] as const;

/** A line chart of up to three series whose points hold their numbers. It is decorative; an expandable table has the same numbers. */
export function LinePlot(props: LinePlotProps) {
  const title = useId();
  const { series, points } = props;
  return (
    <figure aria-labelledby={title} className="flex min-w-0 flex-col gap-2">
      <figcaption>
        <span id={title} className="block font-semibold">
          {props.title}
        </span>
        <span className="text-sm text-muted">{props.note}</span>
      </figcaption>
      {series.length > 1 && (
        <ul role="list" className="flex flex-col gap-1 text-sm">
          {series.map((name, at) => (
            // Two series may have one name.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="flex min-w-0 items-center gap-2">
              <svg viewBox="0 0 28 12" aria-hidden="true" className="h-3 w-7 shrink-0">
                <line
                  x1="0"
                  x2="28"
                  y1="6"
                  y2="6"
                  strokeWidth="2"
                  strokeDasharray={looks[at]?.dash}
                  className={looks[at]?.line}
                />
                <circle cx="14" cy="6" r="5" strokeWidth="1.5" className={looks[at]?.point} />
              </svg>
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise */}
      <div tabIndex={0} role="group" aria-label={`Gráfico: ${props.title}`} className="overflow-x-auto rounded">
        <Picture {...props} />
      </div>
      <details className="text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-semibold text-primary underline">
          Ver como tabla
        </summary>
        <div className="overflow-x-auto">
          <table aria-labelledby={title} className="w-full border-collapse text-left tabular-nums">
            <thead>
              <tr>
                {[props.of, ...series].map((column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <th key={at} scope="col" className={`p-1 align-bottom ${at > 0 ? "text-right" : ""}`}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map(({ key, label, values }) => (
                <tr key={key} className="border-t border-line">
                  <th scope="row" className="p-1 font-normal whitespace-nowrap">
                    {label}
                  </th>
                  {series.map((_, at) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <td key={at} className="p-1 text-right">
                      {values[at] ?? "–"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function Picture({ series, points, most }: LinePlotProps) {
  const width = Math.max(LEAST_WIDTH, LEFT + RIGHT + STEP * (points.length - 1));
  const step = points.length > 1 ? (width - LEFT - RIGHT) / (points.length - 1) : 0;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const apart = (at: number) => (at - (series.length - 1) / 2) * APART;
  const x = (place: number, at: number) => LEFT + place * step + apart(at);
  return (
    <svg aria-hidden="true" width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} className="block text-xs">
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line x1={LEFT - 8} x2={width} y1={y(value)} y2={y(value)} className="stroke-line" />
          <text x={LEFT - 13} y={y(value)} textAnchor="end" dominantBaseline="central" className="fill-muted">
            {value}
          </text>
        </g>
      ))}
      {points.map(({ key, label }, place) => (
        <text key={key} x={LEFT + place * step} y={HEIGHT - 8} textAnchor="middle" className="fill-muted">
          {label}
        </text>
      ))}
      {series.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <g key={at}>
          {points.slice(1).map(({ key, values }, place) => {
            const [from, to] = [points[place]?.values[at] ?? null, values[at] ?? null];
            if (from === null || to === null) return null;
            const ends = { x1: x(place, at), y1: y(from), x2: x(place + 1, at), y2: y(to) };
            return (
              <line key={key} {...ends} strokeWidth="2" strokeDasharray={looks[at]?.dash} className={looks[at]?.line} />
            );
          })}
          {points.map(({ key, values }, place) => {
            const value = values[at] ?? null;
            if (value === null) return null;
            return (
              <g key={key}>
                <circle cx={x(place, at)} cy={y(value)} r={RADIUS} strokeWidth="1.5" className={looks[at]?.point} />
                <text
                  x={x(place, at)}
                  y={y(value)}
                  data-series={at}
                  textAnchor="middle"
                  dominantBaseline="central"
                  className={`font-semibold ${looks[at]?.text}`}
                >
                  {value}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}
