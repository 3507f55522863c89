import { BODY_ZONES, zoneName } from "./body-zones.ts";

/** The position of each zone's button, in hundredths of the figure's width and height; zones with sides are mirrored. */
const PLACES: readonly (readonly [slug: string, x: number, y: number])[] = [
  ["cabeza", 50, 6],
  ["cuello", 50, 17],
  ["hombro", 26, 23],
  ["torax", 50, 28],
  ["codo", 17, 39],
  ["espalda-baja", 50, 39],
  ["muneca", 11, 50],
  ["cadera", 34, 50],
  ["rodilla", 37, 71],
  ["pierna", 38, 82],
  ["tobillo", 39, 92],
];

const SPOTS = PLACES.flatMap(([slug, x, y]) => {
  const zone = BODY_ZONES.find((each) => each.slug === slug);
  if (!zone) return [];
  if (!zone.gender) return [{ name: zone.name, x, y }];
  // Seen from the front, the right side of the body is on the left.
  return (["right", "left"] as const).map((side) => ({
    name: zoneName(zone, side),
    x: side === "right" ? x : 100 - x,
    y,
  }));
});

/** A figure seen from the front whose zones are buttons; the list of all zones is the field beside it. */
export function BodyFigure({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  return (
    <div role="group" aria-label="Zona en la figura" className="flex flex-col items-center gap-2">
      <div className="relative h-112 w-60">
        <svg viewBox="0 0 100 184" aria-hidden className="size-full fill-sunken stroke-line" strokeWidth="1">
          <circle cx="50" cy="13" r="11" />
          <path
            d="M44 25h12v7l14 5q6 3 8 12l12 42q1 6-4 7-4 0-6-5L68 60l1 42-5 70q-1 8-7 8t-6-8l-1-58-1 58q0 8-6 8t-7-8l-5-70
              1-42-12 33q-2 5-6 5-5-1-4-7l12-42q2-9 8-12l14-5z"
          />
        </svg>
        {SPOTS.map(({ name, x, y }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={name === value}
            title={name}
            onClick={() => onChange(name === value ? "" : name)}
            style={{ left: `${x}%`, top: `${y}%` }}
            className="group absolute grid size-11 -translate-1/2 place-items-center rounded-full"
          >
            <span
              className="size-7 rounded-full border-2 border-control bg-surface group-hover:border-primary
                group-aria-pressed:border-primary group-aria-pressed:bg-primary"
            />
          </button>
        ))}
      </div>
      <p className="min-h-5 text-sm" aria-live="polite">
        {value}
      </p>
      <p className="text-sm text-muted">
        De frente; la espalda, en el centro. También podés escribir la zona más arriba.
      </p>
    </div>
  );
}
