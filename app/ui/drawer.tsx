import type { DrawerProps } from "./drawer-panel.tsx";
import { lateDialog } from "./late.tsx";

/** A panel over the left side of the page, for menus on phones; Escape, a press outside and "Cerrar" close it. */
export const Drawer = lateDialog<DrawerProps>(async () => (await import("./drawer-panel.tsx")).DrawerPanel);
