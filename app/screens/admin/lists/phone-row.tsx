import type { ReactNode } from "react";
import { CardButton } from "../../../ui/card-button.tsx";

type PhoneRowProps = {
  name: string;
  /** Before the name, such as a photo. */
  lead?: ReactNode;
  /** Beside the name, such as a state. */
  aside?: ReactNode;
  /** The id of the element that names the item, for its buttons. */
  nameId?: string;
  onOpen: () => void;
  /** The lines below the name. */
  lines: readonly (readonly (string | null)[])[];
  children?: ReactNode;
};

/** An item of an admin's list on a phone: what tells it from the others; the card that it opens has the rest. */
export function PhoneRow({ name, lead, aside, nameId, onOpen, lines, children }: PhoneRowProps) {
  return (
    <li
      className="relative flex min-w-0 items-start gap-3 rounded-card border border-line bg-surface px-3 py-2.5
        has-[[data-card-control]:hover]:border-primary"
    >
      {lead}
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h2 id={nameId} className="wrap-anywhere">
            <CardButton onPress={onOpen}>{name}</CardButton>
          </h2>
          {aside}
        </div>
        {lines
          .map((parts) => parts.filter(Boolean).join(" · "))
          .filter(Boolean)
          .map((line) => (
            <p key={line} className="text-sm text-muted wrap-anywhere">
              {line}
            </p>
          ))}
        {children}
      </div>
    </li>
  );
}
