export type ButtonVariant = "primary" | "secondary" | "quiet" | "caution" | "danger" | "light" | "link";
export type ButtonSize = "normal" | "small" | "large" | "inline";

const shape =
  "inline-flex items-center justify-center gap-2 rounded-card text-center font-semibold leading-tight " +
  "wrap-break-word " +
  "transition-colors duration-150 select-none active:scale-98 disabled:opacity-55 aria-disabled:opacity-80";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-strong",
  secondary: "bg-surface text-primary border border-control hover:border-primary hover:bg-primary-soft",
  quiet: "text-primary hover:bg-primary-soft",
  light: "bg-white text-[#0f4c5c] hover:bg-[#dcebee] focus-visible:outline-white",
  link: "text-primary underline underline-offset-4 hover:text-primary-strong",
  caution: "bg-surface text-danger border border-danger hover:bg-danger-soft",
  danger: "bg-danger text-on-danger hover:bg-danger-strong",
};

const sizes: Record<ButtonSize, string> = {
  normal: "min-h-12 px-5 py-2.5",
  small: "min-h-11 px-3.5 py-2 text-sm",
  large: "min-h-14 px-6 py-3.5 text-lg",
  inline: "min-h-11 text-sm",
};

/** The classes of a button, also for links styled as one. */
export function buttonLook(variant: ButtonVariant = "primary", size: ButtonSize = "normal", isWide = false): string {
  return `${shape} ${variants[variant]} ${sizes[size]} ${isWide ? "w-full" : ""}`;
}
