import type { ReactNode } from "react";
import { Icon } from "./icons.tsx";

export const labelLook = "font-semibold leading-snug";
export const descriptionLook = "text-sm text-muted";
export const errorLook = "flex items-start gap-1.5 text-sm font-medium text-danger";

/** The classes of a text box; it shows the invalid or focused state of the control inside. */
export const boxLook =
  "w-full min-h-12 rounded-card border border-control bg-surface px-3.5 py-2.5 text-base text-ink " +
  "placeholder:text-muted transition-colors duration-150 hover:border-primary " +
  "aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60";

/** The word after the label of an optional field. */
export function Optional({ isRequired }: { isRequired: boolean }) {
  return isRequired ? null : <span className="font-normal text-muted"> (opcional)</span>;
}

/** The content of an error message: an icon and the sentence. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <>
      <Icon name="warning" className="mt-0.5 size-4.5" />
      <span>{children}</span>
    </>
  );
}
