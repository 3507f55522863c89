import { lazy, Suspense } from "react";
import { loadChunk } from "../../../client/chunk-reload.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { CardListSkeleton } from "../../../ui/skeleton.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import type { PanelControl } from "./panel-param.ts";

const PersonPanel = lazy(() => loadChunk(() => import("./person-panel.tsx")));
const CasePanel = lazy(() => loadChunk(() => import("./case-panel.tsx")));

const TITLES = { persona: "Ficha de la persona", ficha: "Ficha del caso" };

/** What is open beside the list: a panel where there is room, else a dialog. */
export function PanelFrame({ panel }: { panel: PanelControl }) {
  const isBeside = useMedia("(min-width: 1180px)");
  const { open, close, show } = panel;
  if (!open) return null;
  const title = TITLES[open.kind];
  const content = (
    <Suspense fallback={<CardListSkeleton count={3} />}>
      {open.kind === "persona" ? (
        <PersonPanel key={open.id} id={open.id} show={show} />
      ) : (
        <CasePanel key={open.id} id={open.id} show={show} />
      )}
    </Suspense>
  );
  if (!isBeside) {
    return (
      <Dialog isOpen hasAddress onOpenChange={(isOpen) => !isOpen && close()} title={title} size="wide">
        {content}
      </Dialog>
    );
  }
  return (
    <section
      data-panel
      aria-label={title}
      className="sticky top-36 flex max-h-[calc(100dvh-10rem)] w-104 shrink-0 flex-col rounded-card border border-line
        bg-surface shadow-soft"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-4">
        <p className="text-sm font-semibold text-muted">{title}</p>
        <IconButton icon="close" label="Cerrar la ficha (Esc)" onPress={close} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise */}
      <div tabIndex={0} role="group" aria-label={title} className="min-h-0 overflow-y-auto overscroll-contain p-4">
        {content}
      </div>
    </section>
  );
}
