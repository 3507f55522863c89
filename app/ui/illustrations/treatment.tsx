import { Joint, Limb, Trace } from "./limbs.tsx";

/** A specialist who lifts the leg of a patient on a table. For dark backgrounds: uses the surrounding text's colours. */
export function Treatment({ className = "w-full" }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 360" aria-hidden="true" className={className}>
      <ellipse cx="240" cy="186" rx="222" ry="150" className="fill-white/8" />
      <Trace d="M28 336h424" width={4} className="stroke-white/50" />
      <Limb d="M52 234h262" width={18} className="stroke-white/35" />
      <Limb d="M88 244v86M276 244v86" width={9} className="stroke-white/35" />
      <Limb d="M118 206h92" width={36} className="stroke-[#f6d9cf]" />
      <circle cx="70" cy="196" r="25" className="fill-[#f6d9cf]" />
      <Limb d="M216 210h92" width={25} className="stroke-[#f6d9cf]" />
      <Limb d="M212 204 258 138 316 92" width={26} className="stroke-[#f6d9cf]" />
      <Limb d="M122 194l34 22h30" width={17} className="stroke-[#eec0b1]" />
      <Trace d="M292 206a84 84 0 0 0-26-64" dash="2 9" className="stroke-white" />
      <Limb d="M392 136 396 226" width={50} className="stroke-[#8fd0de]" />
      <Limb d="M402 232 418 282 420 326M388 232 376 282 370 326" width={26} className="stroke-[#5aa7b8]" />
      <Limb d="M388 130 344 144 304 104" width={19} className="stroke-[#b4e3ec]" />
      <Limb d="M392 126 330 162 262 152" width={19} className="stroke-[#b4e3ec]" />
      <circle cx="384" cy="70" r="26" className="fill-[#b4e3ec]" />
      <path d="M362 62c2-20 18-30 34-26 14 4 20 16 16 34-10-12-30-14-50-8z" className="fill-[#f0937d]" />
      <g className="[&_circle]:stroke-[#0f4c5c]">
        <Joint at={[212, 206]} r={8} />
        <Joint at={[258, 138]} r={8} />
        <Joint at={[312, 96]} />
      </g>
    </svg>
  );
}
