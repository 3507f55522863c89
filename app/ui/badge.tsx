import type { ReactNode } from "react";
import { type IconName, Icon } from "./icons.tsx";

export type Tone = "neutral" | "info" | "success" | "warning" | "danger";

const tones: Record<Tone, { look: string; icon: IconName | null }> = {
  neutral: { look: "bg-sunken text-ink dark:bg-line", icon: null },
  info: { look: "bg-primary-soft text-primary", icon: "info" },
  success: { look: "bg-success-soft text-success", icon: "circleCheck" },
  warning: { look: "bg-warning-soft text-warning", icon: "clock" },
  danger: { look: "bg-danger-soft text-danger", icon: "warning" },
};

/** A short status text with its tone's icon, or another one; null for none. */
export function Badge({
  tone = "neutral",
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName | null;
  children: ReactNode;
}) {
  const name = icon === undefined ? tones[tone].icon : icon;
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm leading-tight font-semibold
        ${tones[tone].look}`}
    >
      {name && <Icon name={name} className="size-4" />}
      {children}
    </span>
  );
}
