import { Joint, Limb, Trace } from "./limbs.tsx";

/** Someone on one leg at the end of a dotted path, looking for the next step. */
export function Lost({ className = "h-64 w-80" }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 256" aria-hidden="true" className={className}>
      <circle cx="160" cy="126" r="108" className="fill-primary-soft" />
      <Trace d="M6 236h112M204 236h110" width={4} className="stroke-primary" />
      <Trace d="M118 236h86" width={4} dash="1 11" className="stroke-accent" />
      <Limb d="M158 104 154 152" width={40} />
      <Limb d="M156 160 162 196 152 226" width={20} />
      <Limb d="M152 228h16" width={14} />
      <Limb d="M152 160 112 176 84 206" width={20} />
      <Limb d="M146 98 102 92 64 66" width={15} />
      <Limb d="M172 98 214 104 256 84" width={15} />
      <circle cx="166" cy="54" r="23" className="fill-primary" />
      <path d="M145 48c2-17 14-26 28-23 12 3 18 13 16 24-8-9-26-11-44-1z" className="fill-accent" />
      <Joint at={[102, 92]} r={5} />
      <Joint at={[214, 104]} r={5} />
      <Joint at={[154, 162]} r={6} />
      <Joint at={[162, 196]} r={6} />
      <Joint at={[112, 176]} r={6} />
      <Trace d="M52 96a20 20 0 0 1-8-24M268 66a20 20 0 0 1 10 22" dash="1 7" className="stroke-accent-ink" />
    </svg>
  );
}
