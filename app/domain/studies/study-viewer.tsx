import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { buttonLook } from "../../ui/button-look.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";

type StudyViewerProps = { url: string; name: string; isOpen: boolean; onClose: () => void };

/** An image study in a dialog: fitted, in its true size, or downloaded. */
export function StudyViewer({ url, name, isOpen, onClose }: StudyViewerProps) {
  const [isZoomed, setZoomed] = useState(false);
  const [isBroken, setBroken] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={name}
      size="wide"
      footer={
        !isBroken && (
          <>
            <a href={url} download className={buttonLook("secondary")}>
              <Icon name="download" />
              Descargar
            </a>
            <Button icon="search" onPress={() => setZoomed(!isZoomed)}>
              {isZoomed ? "Ver entera" : "Ampliar"}
            </Button>
          </>
        )
      }
    >
      {isBroken ? (
        <p role="alert">No pudimos abrir la imagen. Cerrá este aviso y probá de nuevo en unos segundos.</p>
      ) : (
        <section
          aria-label={name}
          // Focusable, so that the arrow keys move over an image larger than the screen.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={isZoomed ? 0 : undefined}
          className={`max-h-[70vh] rounded-card bg-sunken ${isZoomed ? "overflow-auto" : "grid place-items-center overflow-hidden"}`}
        >
          <img
            src={url}
            alt={name}
            onError={() => setBroken(true)}
            className={isZoomed ? "w-[250%] max-w-none" : "max-h-[70vh] max-w-full object-contain"}
          />
        </section>
      )}
    </Dialog>
  );
}
