import type { ReactNode } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { CardButton } from "../../ui/card-button.tsx";

type PersonLineProps = {
  name: string;
  photoUrl?: string | null;
  onOpen?: (() => void) | undefined;
  children?: ReactNode;
};

/** A person's photo and name, with further details below; with `onOpen` the name activates the card around it. */
export function PersonLine({ name, photoUrl, onOpen, children }: PersonLineProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} photoUrl={photoUrl} />
      <div className="min-w-0">
        {onOpen ? (
          <CardButton onPress={onOpen}>{name}</CardButton>
        ) : (
          <p className="leading-snug font-semibold">{name}</p>
        )}
        {children && <p className="text-sm text-muted">{children}</p>}
      </div>
    </div>
  );
}
