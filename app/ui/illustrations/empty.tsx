import { Joint, Limb, Trace } from "./limbs.tsx";

const frame = { viewBox: "0 0 200 150", "aria-hidden": true, className: "h-36 w-48" } as const;

/** A blank case sheet with a body outlined on it. */
export function NoCases() {
  return (
    <svg {...frame}>
      <ellipse cx="100" cy="128" rx="72" ry="12" className="fill-sunken" />
      <rect x="54" y="20" width="92" height="108" rx="10" className="fill-surface stroke-control" strokeWidth="3" />
      <rect x="80" y="12" width="40" height="16" rx="6" className="fill-primary" />
      <circle cx="100" cy="50" r="9" className="fill-primary-soft" />
      <Limb d="M100 68v20" width={18} className="stroke-primary-soft" />
      <Limb d="M92 66 76 84M108 66l16 18M96 92l-8 24M104 92l8 24" width={8} className="stroke-primary-soft" />
      <Joint at={[110, 104]} r={7} />
      <Trace d="M128 92a26 26 0 0 1-2 24" dash="1 6" className="stroke-accent-ink" />
    </svg>
  );
}

/** Two speech bubbles, one still to be filled. */
export function NoMessages() {
  return (
    <svg {...frame}>
      <ellipse cx="100" cy="134" rx="72" ry="10" className="fill-sunken" />
      <path
        d="M30 24h76a10 10 0 0 1 10 10v32a10 10 0 0 1-10 10H62L44 92V76H30a10 10 0 0 1-10-10V34a10 10 0 0 1 10-10z"
        className="fill-primary-soft"
      />
      <Trace d="M38 44h58M38 58h36" width={4} className="stroke-primary" />
      <path
        d="M170 58H112a10 10 0 0 0-10 10v28a10 10 0 0 0 10 10h34l18 16v-16h6a10 10 0 0 0 10-10V68a10 10 0 0 0-10-10z"
        className="fill-surface stroke-control"
        strokeWidth="3"
        strokeDasharray="5 6"
      />
      <Joint at={[126, 82]} r={4} />
      <Joint at={[141, 82]} r={4} />
      <Joint at={[156, 82]} r={4} />
    </svg>
  );
}

/** A row of stars, the first of them coming. */
export function NoReviews() {
  const star = "M0-21l6.2 12.8 14 2-10.2 9.8 2.5 14L0 11-12.5 17.6l2.5-14-10.2-9.8 14-2z";
  return (
    <svg {...frame}>
      <ellipse cx="100" cy="122" rx="72" ry="10" className="fill-sunken" />
      <path
        d={star}
        transform="translate(100 64) scale(1.9)"
        className="fill-accent-soft stroke-accent"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <path
        d={star}
        transform="translate(38 84)"
        className="fill-surface stroke-control"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d={star}
        transform="translate(162 84)"
        className="fill-surface stroke-control"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <Trace d="M62 34a52 52 0 0 1 76 0" dash="1 8" className="stroke-accent-ink" />
    </svg>
  );
}

/** Someone who sits and stretches while time passes. */
export function Waiting() {
  return (
    <svg {...frame}>
      <Trace d="M18 132h164" width={3} className="stroke-primary" />
      <circle cx="148" cy="46" r="28" className="fill-surface stroke-control" strokeWidth="3" />
      <Trace d="M148 30v16l10 8" width={4} className="stroke-accent" />
      <Limb d="M62 86 54 116" width={26} />
      <Limb d="M56 122 108 118 152 124" width={15} />
      <Limb d="M152 122v-8" width={12} />
      <Limb d="M66 80 104 92 138 108" width={11} />
      <circle cx="78" cy="54" r="15" className="fill-primary" />
      <Joint at={[56, 120]} r={5} />
      <Joint at={[106, 118]} r={5} />
      <Joint at={[102, 91]} r={4} />
    </svg>
  );
}
