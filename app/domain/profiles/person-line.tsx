import type { ReactNode } from "react";
import { Avatar } from "../../ui/avatar.tsx";

type PersonLineProps = { name: string; photoUrl?: string | null; children?: ReactNode };

/** A person's photo and name, with further details below. */
export function PersonLine({ name, photoUrl, children }: PersonLineProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} photoUrl={photoUrl} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold">{name}</p>
        {children && <p className="text-sm text-muted">{children}</p>}
      </div>
    </div>
  );
}
