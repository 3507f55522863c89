import { type CSSProperties, type SyntheticEvent, useEffect, useRef } from "react";
import { toast as sonner, Toaster as Sonner } from "sonner";
import { underneath, useFocusFallback } from "./focus-fallback.ts";
import { type IconName, Icon } from "./icons.tsx";
import { heightFor, placeFor, TOP, WIDTH } from "./toast-place.ts";

export type ToastOptions = {
  /** Distinguishes toasts with the same words; `dismiss` takes it. */
  id?: string;
  description?: string;
  duration?: number;
  action?: { label: string; onPress: () => void };
};
export type ToastTone = "success" | "error" | "info" | "warning";
export type Toasts = {
  show: (tone: ToastTone, message: string, options?: ToastOptions) => void;
  dismiss: (id: string) => void;
};

const tones: Record<ToastTone, { icon: IconName; look: string }> = {
  success: { icon: "circleCheck", look: "text-success" },
  error: { icon: "warning", look: "text-danger" },
  info: { icon: "info", look: "text-primary" },
  warning: { icon: "warning", look: "text-warning" },
};

const SHORTEST_MS = 4_000;
// Reading time per character for slow readers; below about sixty characters it has no effect.
const MS_PER_LETTER = 70;

/** The ids of the toasts shown of each tone that another tone contradicts. */
const shownOf = { success: new Set<string>(), error: new Set<string>() };

function show(tone: ToastTone, message: string, options: ToastOptions = {}) {
  const { description, duration, action } = options;
  // Identical messages at the same time share one toast; the new key announces it again.
  const id = options.id ?? `${tone} ${message}`;
  if (tone === "success" || tone === "error") {
    // What went well takes back what was said to have failed before it, and the other way round.
    const contradicted = shownOf[tone === "success" ? "error" : "success"];
    for (const other of contradicted) sonner.dismiss(other);
    contradicted.clear();
    // One with an action, such as "Deshacer", stays until its time is over.
    if (!action) shownOf[tone].add(id);
  }
  sonner[tone](<ToastText key={Date.now()} tone={tone} message={message} description={description} />, {
    id,
    duration: duration ?? Math.max(SHORTEST_MS, MS_PER_LETTER * (message + (description ?? "")).length),
    style: placeFor(heightFor(message.length + (description?.length ?? 0), action !== undefined)),
    icon: <Icon name={tones[tone].icon} className={`size-6 ${tones[tone].look}`} />,
    action: action && { label: action.label, onClick: action.onPress },
  });
}

/** When a toast looks again where it lies: the screen to which its act led has come by then. */
const LOOKS_AGAIN_MS = [150, 600];

type ToastTextProps = { tone: ToastTone; message: string; description?: string | undefined };

function ToastText({ tone, message, description }: ToastTextProps) {
  const toastElement = useRef<HTMLElement>(null);
  useFocusFallback(toastElement, underneath);
  useEffect(() => {
    const looks = LOOKS_AGAIN_MS.map((after) =>
      setTimeout(() => {
        const shown = toastElement.current;
        if (shown) shown.style.marginTop = `${placeFor(shown.offsetHeight).marginTop}px`;
      }, after),
    );
    return () => looks.forEach(clearTimeout);
  }, []);
  return (
    <div
      ref={(text) => void (toastElement.current = text?.closest("li") ?? null)}
      role={tone === "error" ? "alert" : "status"}
      className="grow"
    >
      <p className="font-semibold">{message}</p>
      {description && <p className="text-sm text-muted">{description}</p>}
    </div>
  );
}

// The toaster would return the focus to its previous element, so Tab could not leave the toaster.
const keepFromToaster = (event: SyntheticEvent) => event.stopPropagation();

type ToasterProps = { onReady: (toasts: Toasts) => void };

/** Where toasts appear; `ToastRegion` loads it. Stays reachable and announced while a modal dialog is open. */
export function Toaster({ onReady }: ToasterProps) {
  useEffect(() => onReady({ show, dismiss: (id) => void sonner.dismiss(id) }), [onReady]);
  return (
    <div onFocusCapture={keepFromToaster}>
      <Sonner
        position="top-center"
        expand
        style={{ "--width": `${WIDTH}px` } as CSSProperties}
        visibleToasts={2}
        gap={8}
        closeButton
        containerAriaLabel="Avisos"
        hotkey={["altKey", "KeyT"]}
        offset={{ top: TOP.wide }}
        mobileOffset={{ top: `max(${TOP.phone}px, env(safe-area-inset-top))`, left: 12, right: 12 }}
        icons={{ close: <Icon name="close" /> }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: "Descartar aviso",
          classNames: {
            toast:
              "pointer-events-none! grid w-full grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-card border border-line bg-surface " +
              "py-1 pr-1 pl-4 font-sans! text-base leading-snug text-ink shadow-soft",
            content: "py-2",
            actionButton:
              "pointer-events-auto! col-start-2 row-start-2 min-h-11 justify-self-start rounded-lg font-semibold text-primary underline " +
              "underline-offset-4 hover:text-primary-strong",
            closeButton:
              "pointer-events-auto! col-start-3 row-start-1 grid size-11 place-items-center self-start rounded-lg text-muted " +
              "hover:bg-primary-soft hover:text-primary",
          },
        }}
      />
    </div>
  );
}
