import { Trace } from "./limbs.tsx";

/** A licence on a desk, a lens over its number, and the reviewer's seal. */
export function Licence({ className = "w-full" }: { className?: string }) {
  return (
    <svg viewBox="0 0 360 300" aria-hidden="true" className={className}>
      <circle cx="180" cy="150" r="140" className="fill-primary-soft" />
      <g transform="rotate(-5 160 140)">
        <rect x="44" y="66" width="236" height="154" rx="16" className="fill-ground stroke-primary" strokeWidth="5" />
        <path d="M44 100h236" className="stroke-primary" strokeWidth="5" />
        <circle cx="96" cy="144" r="19" className="fill-[#e3ab91]" />
        <path d="M115 138a19.5 19.5 0 0 0-38 3c14 0 20-6 24-12 2 6 8 9 14 9z" className="fill-[#43261f]" />
        <path d="M62 200c2-22 16-31 34-31s32 9 34 31z" className="fill-accent" />
        <Trace d="M62 84h74" width={7} className="stroke-accent" />
        <Trace d="M152 130h96M152 152h70" width={6} className="stroke-control" />
        <Trace d="M152 186h26M190 186h44" width={9} className="stroke-primary" />
      </g>
      <Trace d="M266 240 306 280" width={16} className="stroke-primary" />
      <circle cx="234" cy="204" r="46" className="fill-surface/70 stroke-primary" strokeWidth="9" />
      <path
        d="M212 205l16 16 29-33"
        fill="none"
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent"
      />
    </svg>
  );
}
