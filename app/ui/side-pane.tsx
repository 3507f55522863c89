import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { underneath } from "./focus-fallback.ts";
import { IconButton } from "./icon-button.tsx";

type SidePaneProps = {
  title: string;
  /** Shown in place of the title, whose words it has. */
  head?: ReactNode;
  /** Shown below the title, above what scrolls. */
  standing?: ReactNode;
  /** Shown at the end of the head, before "Cerrar". */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** As tall as the window, whatever it has in it. */
  isTall?: boolean;
  onClose: () => void;
};

/** The chosen item beside its list, where there is room for both. Its title takes the focus, and gives it back to what opened the pane. */
export function SidePane({ title, head = title, standing, actions, children, footer, isTall, onClose }: SidePaneProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement !== document.body) return;
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      (isThere ? opener : underneath())?.focus({ preventScroll: true });
    };
  }, [opener]);
  return (
    <section
      aria-labelledby={id}
      className={`sticky top-20 flex min-w-0 flex-col rounded-card border border-line bg-ground shadow-soft
        ${isTall ? "h-[calc(100dvh-6rem)]" : "max-h-[calc(100dvh-6rem)]"}`}
    >
      <div className="flex items-start justify-between gap-3 border-b border-line py-2 pr-2 pl-6">
        <div className="min-w-0 py-2">
          <h2 ref={heading} id={id} tabIndex={-1} className="rounded text-2xl wrap-anywhere">
            {head}
          </h2>
          {standing}
        </div>
        <div className="flex shrink-0">
          {actions}
          <IconButton icon="close" label="Cerrar" onPress={onClose} />
        </div>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise
        tabIndex={0}
        role="group"
        aria-labelledby={id}
        className="min-h-0 grow overflow-y-auto overscroll-contain p-6"
      >
        {children}
      </div>
      {footer && <div className="flex justify-end gap-3 border-t border-line px-6 py-4">{footer}</div>}
    </section>
  );
}
