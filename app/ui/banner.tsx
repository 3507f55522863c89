import type { ReactNode } from "react";
import { type IconName, Icon } from "./icons.tsx";

type BannerProps = {
  tone?: "info" | "warning";
  icon?: IconName;
  children: ReactNode;
  /** The same on phones, in one line with the action. */
  short?: string;
  action?: ReactNode;
};

/** A full-width notice (offline, incomplete account); announced politely. */
export function Banner({ tone = "warning", icon = "cloudOff", children, short, action }: BannerProps) {
  const look = tone === "warning" ? "bg-warning-soft text-warning" : "bg-primary-soft text-primary";
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center justify-center gap-x-2 gap-y-1 px-4 font-medium max-md:text-sm
        ${action ? "py-0.5" : "py-2.5"} ${look}`}
    >
      {/* As high as its link, and clear of the edge where the link stands below. */}
      <span className={`flex items-center gap-2 ${action ? "py-1.5" : ""}`}>
        <Icon name={icon} />
        <span className={short ? "max-md:hidden" : ""}>{children}</span>
        {short && <span className="md:hidden">{short}</span>}
      </span>
      {action}
    </div>
  );
}
