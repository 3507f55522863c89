import { Joint, Limb, Trace } from "./limbs.tsx";

/** Someone in a deep lunge who stretches an elastic band overhead; the joints show their angle. */
export function Hero({ className = "w-full" }: { className?: string }) {
  return (
    <svg viewBox="0 0 520 500" aria-hidden="true" className={className}>
      <clipPath id="hero-round">
        <path d="M46 248a216 216 0 0 1 432 0c0 92-44 168-80 222H126C90 416 46 340 46 248z" />
      </clipPath>
      <g clipPath="url(#hero-round)">
        <path d="M0 0h520v500H0z" className="fill-primary-soft" />
        <path
          d="M20 310c50-22 88 18 132 8s60-56 110-46 62 56 112 44 66-40 126-22v206H20z"
          className="fill-accent-soft"
        />
      </g>
      <Trace d="M24 470h472" width={4} className="stroke-primary" />
      <Trace d="M404 300a84 84 0 0 1 46 92" dash="2 10" className="stroke-accent-ink" />
      <Trace d="M106 262a120 120 0 0 1 36-96" dash="2 10" className="stroke-accent-ink" />
      <Trace d="M438 178a120 120 0 0 0-22-62" dash="2 10" className="stroke-accent-ink" />
      <Limb d="M246 312 172 388 88 424" width={32} className="stroke-primary" />
      <Limb d="M88 424 74 456" width={22} className="stroke-primary" />
      <Limb d="M262 196 254 304" width={66} className="stroke-primary" />
      <Limb d="M258 316 366 346 356 446" width={34} className="stroke-primary" />
      <Limb d="M356 454h38" width={24} className="stroke-primary" />
      <Limb d="M236 182 172 144 136 74" width={25} className="stroke-primary" />
      <Limb d="M290 184 354 148 394 82" width={25} className="stroke-primary" />
      <Limb d="M265 166v-18" width={24} className="stroke-primary" />
      <circle cx="269" cy="114" r="35" className="fill-primary" />
      <path d="M234 110c0-27 17-42 41-38 19 3 30 19 28 38-14-17-42-20-69 0z" className="fill-accent" />
      <Trace d="M136 74Q264 34 394 82" width={8} className="stroke-accent" />
      <Trace d="M136 74q-22 12-16 30M394 82q22 10 18 28" width={8} className="stroke-accent" />
      <Joint at={[236, 184]} />
      <Joint at={[172, 144]} />
      <Joint at={[290, 186]} />
      <Joint at={[354, 148]} />
      <Joint at={[254, 316]} r={9} />
      <Joint at={[366, 346]} r={9} />
      <Joint at={[172, 388]} r={9} />
      <Joint at={[356, 446]} />
    </svg>
  );
}
