import type { PainZone } from "./pain-zones.ts";

/** The figure of a body with one spot marked. */
export function PainPicture({ zone: { x, y } }: { zone: PainZone }) {
  return (
    <svg viewBox="0 0 100 184" aria-hidden="true" className="h-11 w-6 shrink-0 fill-control">
      <circle cx="50" cy="13" r="11" />
      <path
        d="M44 25h12v7l14 5q6 3 8 12l12 42q1 6-4 7-4 0-6-5L68 60l1 42-5 70q-1 8-7 8t-6-8l-1-58-1 58q0 8-6 8t-7-8l-5-70
          1-42-12 33q-2 5-6 5-5-1-4-7l12-42q2-9 8-12l14-5z"
      />
      <circle cx={x} cy={y * 1.84} r="17" className="fill-accent" />
    </svg>
  );
}
