import type { DialogProps } from "./dialog-window.tsx";
import { lateDialog } from "./late.tsx";

/**
 * A modal dialog, a full sheet on phones. `footer` stays visible; `isDismissable` false disables Escape, a press
 * outside and "Cerrar".
 */
export const Dialog = lateDialog<DialogProps>(async () => (await import("./dialog-window.tsx")).DialogWindow);
