import type { ReactNode } from "react";
import { Icon } from "./icons.tsx";

/** A field that is saved when it is left, with "Guardado" below it, announced. */
export function Saved({ isSaved, children }: { isSaved: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      {children}
      <p role="status" className="flex items-center empty:-mt-1.5 gap-1.5 text-sm font-medium text-success">
        {isSaved && (
          <>
            <Icon name="check" className="size-4.5" />
            Guardado
          </>
        )}
      </p>
    </div>
  );
}
