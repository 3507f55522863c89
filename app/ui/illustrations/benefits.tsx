import { Trace } from "./limbs.tsx";

const frame = { viewBox: "0 0 120 96", "aria-hidden": true, className: "h-24 w-30" } as const;

/** A licence with its seal. */
export function Verified() {
  return (
    <svg {...frame}>
      <rect x="14" y="16" width="76" height="58" rx="9" className="fill-primary-soft" />
      <circle cx="37" cy="38" r="9" className="fill-primary" />
      <path d="M22 62c1-10 7-14 15-14s14 4 15 14z" className="fill-primary" />
      <Trace d="M60 34h20M60 46h14" width={4} className="stroke-primary" />
      <circle cx="86" cy="66" r="20" className="fill-accent stroke-surface" strokeWidth="4" />
      <Trace d="M77 66l6.5 6.5L95 60" width={4.5} className="stroke-surface" />
    </svg>
  );
}

/** Two parts that fit into one joint. */
export function RightMatch() {
  return (
    <svg {...frame}>
      <circle cx="60" cy="48" r="40" className="fill-primary-soft" />
      <Trace d="M12 48h34" width={13} className="stroke-primary" />
      <circle cx="52" cy="48" r="17" className="fill-primary" />
      <Trace d="M62 20a30 30 0 0 1 0 56" width={11} className="stroke-primary" />
      <Trace d="M84 48h24" width={13} className="stroke-primary" />
      <circle cx="52" cy="48" r="8" className="fill-accent" />
    </svg>
  );
}

/** A review with its stars. */
export function RealReviews() {
  const star = "M0-8.5l2.5 5.2 5.7.800-4.1 4 1 5.7L0 4.5l-5.1 2.7 1-5.7-4.1-4 5.7-.8z";
  return (
    <svg {...frame}>
      <path
        d="M18 14h84a10 10 0 0 1 10 10v34a10 10 0 0 1-10 10H52L34 84V68H18A10 10 0 0 1 8 58V24a10 10 0 0 1 10-10z"
        className="fill-primary-soft"
      />
      {[28, 49, 70, 91].map((x) => (
        <path key={x} d={star} transform={`translate(${x} 34)`} className="fill-accent" />
      ))}
      <Trace d="M24 54h60" width={4} className="stroke-primary" />
    </svg>
  );
}
