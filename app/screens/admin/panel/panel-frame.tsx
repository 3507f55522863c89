import type { ReactNode } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { late } from "../../../ui/late.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { CardListSkeleton } from "../../../ui/skeleton.tsx";
import { useMedia } from "../../../ui/use-media.ts";
import type { OpenPanel, PanelControl } from "./panel-param.ts";
import type { PanelProps } from "./parts.tsx";

const Meanwhile = () => <CardListSkeleton count={3} />;
const PersonPanel = late<PanelProps>(async () => (await import("./person-panel.tsx")).PersonPanel, Meanwhile);
const CasePanel = late<PanelProps>(async () => (await import("./case-panel.tsx")).CasePanel, Meanwhile);

const TITLES: Record<OpenPanel["kind"], string> = {
  persona: "Ficha de la persona",
  ficha: "Ficha del caso",
  solicitud: "Solicitud",
  cambio: "Cambio de perfil",
  denuncia: "Denuncia",
  resena: "Reseña",
};

/** Leaves room for a decision that stays at the end of the window. */
const scrolling = "min-h-0 scroll-pb-20 overflow-y-auto overscroll-contain px-4 pt-4 pb-5";

/** The item of a queue with an id, or null when it is no longer among the loaded ones. */
export type RenderItem = (id: string) => ReactNode;

type PanelFrameProps = {
  panel: PanelControl;
  renderItem: RenderItem | undefined;
  /** Whether it begins below the bar of the list, so that its end stays in the window. */ isBelowBar: boolean;
};

/** What is open beside the list: a panel where there is room, else a dialog. */
export function PanelFrame({ panel, renderItem, isBelowBar }: PanelFrameProps) {
  const isBeside = useMedia("(min-width: 1180px)");
  const { open, close, show } = panel;
  if (!open) return null;
  const title = TITLES[open.kind];
  const content = contentOf(open, show, renderItem);
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
      className={`sticky top-36 flex ${isBelowBar ? "max-h-[calc(100dvh-16rem)]" : "max-h-[calc(100dvh-11rem)]"} w-108
        shrink-0 flex-col rounded-card border border-line bg-surface shadow-soft`}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1 pl-4">
        <p className="text-sm font-semibold text-muted">{title}</p>
        <IconButton icon="close" label="Cerrar la ficha (Esc)" onPress={close} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard could not scroll it otherwise */}
      <div tabIndex={0} role="group" aria-label={title} className={scrolling}>
        {content}
      </div>
    </section>
  );
}

function contentOf({ kind, id }: OpenPanel, show: PanelControl["show"], renderItem: RenderItem | undefined) {
  if (kind === "persona") return <PersonPanel key={id} id={id} show={show} />;
  if (kind === "ficha") return <CasePanel key={id} id={id} show={show} />;
  return (
    renderItem?.(id) ?? <ErrorState message="Ya no está en la lista" detail="Alguien lo decidió, o está más abajo." />
  );
}
