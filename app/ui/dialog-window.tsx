import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { FocusReturn } from "./focus-fallback.ts";
import { IconButton } from "./icon-button.tsx";
import { useBackCloses } from "./open-layers.ts";

const widths = { small: "md:max-w-md", normal: "md:max-w-xl", wide: "md:max-w-3xl", full: "md:max-w-6xl" };

export type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Shown in place of the title, whose words it has. */
  head?: ReactNode;
  /** Shown below the title, above what scrolls. */
  standing?: ReactNode;
  /** Shown at the end of the head, before "Cerrar". */
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  size?: keyof typeof widths;
  role?: "dialog" | "alertdialog";
  isDismissable?: boolean;
  /** The dialog has no focusable content: the text itself takes the focus, so the keyboard can scroll it. */
  isText?: boolean;
  /** Near the window's top, so that it grows downwards only. */
  isAtTop?: boolean;
  /** The URL opens and closes the dialog, so Back closes it anyway. */
  hasAddress?: boolean;
};

/** The window of a dialog; `Dialog` loads it. */
export function DialogWindow(props: DialogProps) {
  const {
    isOpen,
    onOpenChange,
    title,
    head = title,
    standing,
    actions,
    children,
    footer,
    size = "normal",
    role = "dialog",
    isDismissable = true,
    isText = false,
    isAtTop = false,
    hasAddress = false,
  } = props;
  const isSheet = role === "dialog";
  useBackCloses(isOpen && !hasAddress, () => isDismissable && onOpenChange(false));
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={`fixed inset-0 z-40 flex justify-center bg-black/50 data-entering:animate-enter
        data-exiting:animate-leave md:p-6 ${isAtTop ? "items-start md:pt-30" : "items-center"} ${isSheet ? "" : "p-4"}`}
    >
      <Modal
        className={`flex w-full bg-ground shadow-soft data-entering:animate-rise md:h-auto md:max-h-full md:rounded-card
          ${widths[size]} ${isSheet ? "h-full" : "max-h-full rounded-card"}`}
      >
        <AriaDialog role={role} className="flex min-h-0 w-full flex-col outline-none">
          <FocusReturn />
          <div className="flex items-start justify-between gap-3 border-b border-line py-3 pr-3 pl-5 md:pl-6">
            <div className="min-w-0 py-2">
              <Heading slot="title" className="text-xl md:text-2xl">
                {head}
              </Heading>
              {standing}
            </div>
            <div className="flex shrink-0">
              {actions}
              {isDismissable && <IconButton icon="close" label="Cerrar" onPress={() => onOpenChange(false)} />}
            </div>
          </div>
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise
            tabIndex={isText ? 0 : undefined}
            role={isText ? "region" : undefined}
            aria-label={isText ? title : undefined}
            className="min-h-0 grow overflow-y-auto overscroll-contain px-5 py-5 md:px-6"
          >
            {children}
          </div>
          {footer && (
            <div
              className="flex flex-col-reverse gap-3 border-t border-line px-5 pt-4
                pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end md:px-6"
            >
              {footer}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
