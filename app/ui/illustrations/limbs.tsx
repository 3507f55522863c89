/** Shared strokes of the figures: limbs are thick round lines, joints are clay-coloured points. All decorative. */
const limb = { fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** A body part along `d`, `width` thick. */
export function Limb({
  d,
  width = 26,
  className = "stroke-primary",
}: {
  d: string;
  width?: number;
  className?: string;
}) {
  return <path {...limb} d={d} strokeWidth={width} className={className} />;
}

/** A thin line: bands, floors, the angle a joint moves through. */
export function Trace({
  d,
  width = 3,
  dash,
  className = "stroke-control",
}: {
  d: string;
  width?: number;
  dash?: string;
  className?: string;
}) {
  return <path {...limb} d={d} strokeWidth={width} strokeDasharray={dash} className={className} />;
}

/** The point where two parts meet. */
export function Joint({ at, r = 7 }: { at: readonly [number, number]; r?: number }) {
  return <circle cx={at[0]} cy={at[1]} r={r} strokeWidth={r * 0.55} className="fill-accent stroke-ground" />;
}
