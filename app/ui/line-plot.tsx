import { PlotFrame } from "./plot-frame.tsx";
import { ScrollsSideways } from "./scrolls-sideways.tsx";
import { useMedia } from "./use-media.ts";

/** What was measured on one day: its axis label, and a value for each series, null for none; those that may still change are paler. */
type PlotPoint = { key: string; label: string; values: readonly (number | null)[]; isRunning?: readonly boolean[] };

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
  /** How many of the series, the first ones, are drawn; all by default. The table has the others too. */
  drawn?: number;
  /** A line at this value. */
  target?: number;
  /** Follows each value of the table. */
  unit?: string;
  /** Its place is wide from 1280 px on: it is drawn for 480 px, and smaller rather than cut where a menu beside it leaves less. */
  isRoomy?: boolean;
};

const [STEP, LEAST_WIDTH, ROOMY_WIDTH, HEIGHT] = [40, 280, 480, 220];
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 22, 16, 30];
/** Between the axis and its numbers, and the first point. */
const AXIS = LEFT - 18;
/** How much wider than drawn it may get, so that it fills its card. */
const MOST_SCALE = 1.25;
const RADIUS = 10;
const TARGET = { strokeDasharray: "1 5", strokeWidth: 2, strokeLinecap: "round", className: "stroke-success" } as const;
/** Points of several series with one value stay apart, and the last alone shows its number. */
const APART = 7;
const looks = [
  { stroke: "stroke-primary", fill: "fill-primary", text: "fill-on-primary", dash: undefined },
  { stroke: "stroke-accent", fill: "fill-accent-soft", text: "fill-ink", dash: "7 4" },
  { stroke: "stroke-muted", fill: "fill-sunken", text: "fill-ink", dash: "2 4" },
] as const;

/** A line chart of up to three series whose points hold their numbers. It is decorative; an expandable table has the same numbers. */
export function LinePlot(props: LinePlotProps) {
  const { title, note, of, series, points, most, target, unit = "", isRoomy = false } = props;
  const { drawn = series.length } = props;
  const isDesktop = useMedia("(min-width: 1280px)");
  const words = ({ values, isRunning }: PlotPoint, at: number) =>
    (values[at] ?? null) === null ? "–" : `${values[at]}${unit}${isRunning?.[at] ? ", todavía corre" : ""}`;
  return (
    <PlotFrame
      title={title}
      note={note}
      legend={drawn > 1 ? series.slice(0, drawn).map((name, at) => ({ name, mark: <Mark at={at} /> })) : []}
      columns={[of, ...series]}
      rows={points.map((point) => ({ ...point, cells: series.map((_, at) => words(point, at)) }))}
    >
      <ScrollsSideways label={`Gráfico: ${title}`} isFromEnd>
        <Picture count={drawn} {...{ points, most, target }} isRoomy={isRoomy && isDesktop} />
      </ScrollsSideways>
    </PlotFrame>
  );
}

function Mark({ at }: { at: number }) {
  const { stroke, fill, dash } = looks[at] ?? looks[0];
  return (
    <svg viewBox="0 0 28 12" aria-hidden="true" className="h-3 w-7 shrink-0">
      <path d="M0 6h28" strokeWidth="2" strokeDasharray={dash} className={stroke} />
      <circle cx="14" cy="6" r="5" strokeWidth="1.5" className={`${fill} ${stroke}`} />
    </svg>
  );
}

type PictureProps = Pick<LinePlotProps, "points" | "most"> & {
  count: number;
  target: number | undefined;
  isRoomy: boolean;
};

function Picture({ count, points, most, target, isRoomy }: PictureProps) {
  const needed = Math.max(LEAST_WIDTH, LEFT + RIGHT + STEP * (points.length - 1));
  const width = isRoomy ? Math.max(ROOMY_WIDTH, needed) : needed;
  const step = points.length > 1 ? (width - LEFT - RIGHT) / (points.length - 1) : 0;
  const x = (place: number, at = (count - 1) / 2) => LEFT + place * step + (at - (count - 1) / 2) * APART;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const across = (value: number) => `M${AXIS} ${y(value)}H${width}`;
  const middle = { textAnchor: "middle", dominantBaseline: "central" } as const;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="block h-auto w-full text-xs"
      style={{ minWidth: needed, maxWidth: width * MOST_SCALE }}
    >
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <path d={across(value)} className="stroke-line" />
          <text {...middle} x={AXIS - 5} y={y(value)} textAnchor="end" className="fill-muted">
            {value}
          </text>
        </g>
      ))}
      {target !== undefined && <path d={across(target)} {...TARGET} />}
      {points.map(({ key, label }, place) => (
        <text key={key} x={x(place)} y={HEIGHT - 8} textAnchor="middle" className="fill-muted">
          {label}
        </text>
      ))}
      {looks.slice(0, count).map(({ stroke, fill, text, dash }, at) => (
        <g key={stroke}>
          {points.slice(1).map(({ key, values, isRunning }, place) => {
            const [from, to] = [points[place]?.values[at] ?? null, values[at] ?? null];
            if (from === null || to === null) return null;
            const line = `M${x(place, at)} ${y(from)}L${x(place + 1, at)} ${y(to)}`;
            const look = isRunning?.[at] ? `opacity-45 ${stroke}` : stroke;
            return <path key={key} d={line} strokeWidth="2" strokeDasharray={dash} className={look} />;
          })}
          {points.map(({ key, values, isRunning }, place) => {
            const value = values[at] ?? null;
            if (value === null) return null;
            const [center, height, isPale] = [x(place, at), y(value), isRunning?.[at]];
            const isCovered = values
              .slice(at + 1, count)
              .some((above) => above !== null && Math.abs(y(above) - height) < RADIUS);
            return (
              <g key={key} strokeWidth="1.5" className="font-semibold">
                <circle
                  cx={center}
                  cy={height}
                  r={RADIUS}
                  strokeOpacity={isPale ? 0.45 : 1}
                  className={`${isPale ? "fill-surface" : fill} ${stroke}`}
                />
                <text
                  {...middle}
                  x={center}
                  y={height}
                  data-series={at}
                  visibility={isCovered ? "hidden" : undefined}
                  className={isPale ? "fill-ink" : text}
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
