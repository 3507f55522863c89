/** The mark: two bones of a joint that meet in a warm point. Decorative; the name is beside it. */
export function LogoMark({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="9" className="fill-primary" />
      <g fill="none" strokeWidth="3.4" strokeLinecap="round" className="stroke-on-primary">
        <path d="M9.5 6.5v19" />
        <path d="M23.5 6.8c-.6 4.2-3.2 7.2-7.3 8.7" />
        <path d="M16.2 17.3c3.9 1.5 6.5 4.3 7.3 8.2" />
      </g>
      <circle cx="14.6" cy="16.2" r="2.7" className="fill-[#f08a70]" />
    </svg>
  );
}

/** The mark and the product's name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-display wrap-break-word text-xl font-semibold tracking-tight text-ink">
      <LogoMark />
      {name}
    </span>
  );
}
