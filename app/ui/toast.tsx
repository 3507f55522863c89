import { toast as sonner, Toaster } from "sonner";
import { type IconName, Icon } from "./icons.tsx";

type ToastOptions = {
  description?: string;
  duration?: number;
  action?: { label: string; onPress: () => void };
};
type ToastTone = "success" | "error" | "info" | "warning";

const tones: Record<ToastTone, { icon: IconName; look: string }> = {
  success: { icon: "circleCheck", look: "text-success" },
  error: { icon: "warning", look: "text-danger" },
  info: { icon: "info", look: "text-primary" },
  warning: { icon: "warning", look: "text-warning" },
};

function show(tone: ToastTone, message: string, { description, duration, action }: ToastOptions = {}) {
  const text = (
    <div role={tone === "error" ? "alert" : "status"} className="grow">
      <p className="font-semibold">{message}</p>
      {description && <p className="text-sm text-muted">{description}</p>}
    </div>
  );
  return sonner[tone](text, {
    duration,
    icon: <Icon name={tones[tone].icon} className={`size-6 ${tones[tone].look}`} />,
    action: action && { label: action.label, onClick: action.onPress },
  });
}

/** Says in passing how an act went; announced (role status, alert for errors). `duration` in ms, 4000 by default. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show("success", message, options),
  error: (message: string, options?: ToastOptions) => show("error", message, options),
  info: (message: string, options?: ToastOptions) => show("info", message, options),
  warning: (message: string, options?: ToastOptions) => show("warning", message, options),
};

/** Where toasts appear; once per page. Stays reachable and announced while a modal dialog is open. */
export function ToastRegion() {
  return (
    <div data-react-aria-top-layer="true">
      <Toaster
        position="top-center"
        containerAriaLabel="Avisos"
        hotkey={["altKey", "KeyT"]}
        offset={{ top: 76 }}
        mobileOffset={{ top: 76, left: 12, right: 12 }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "flex w-full items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 font-sans! " +
              "text-base text-ink shadow-soft",
            content: "grow",
            actionButton: "min-h-11 shrink-0 rounded-lg px-3 font-semibold text-primary hover:bg-primary-soft",
          },
        }}
      />
    </div>
  );
}
