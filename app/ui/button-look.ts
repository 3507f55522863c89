export type ButtonVariant = "primary" | "secondary" | "quiet" | "caution" | "danger" | "light" | "link";
export type ButtonSize = "normal" | "small" | "large" | "inline";

/** The classes of a button (app.css), also for links styled as one. */
export function buttonLook(variant: ButtonVariant = "primary", size: ButtonSize = "normal", isWide = false): string {
  return `button button-${variant} button-${size}${isWide ? " w-full" : ""}`;
}
