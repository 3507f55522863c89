import { type ComponentType, useEffect, useState } from "react";
import { loadChunk } from "./chunk-reload.ts";
import { toast } from "./toast.tsx";
import { useTogether } from "./together.tsx";

/** The wait before chunks are preloaded: the screen's own requests come first. */
const AHEAD_AFTER_MS = 4_000;

/**
 * Loads a chunk once: on the first call, or ahead of it, so that the call also works after the network has failed. Returns the loading
 * function, which tries again after a failure. With `isNeeded` false a missing chunk does not reload the page: typed input matters more.
 */
export function loadingLate<Loaded>(load: () => Promise<Loaded>, isNeeded = true): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  // `loadChunk` may reload the page, which nobody expects while preloading.
  const ahead = () => void (navigator.onLine && load().catch(() => undefined));
  if (typeof window !== "undefined") setTimeout(ahead, AHEAD_AFTER_MS);
  return () =>
    (loading ??= (isNeeded ? loadChunk(load) : load()).catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/**
 * A component in a chunk of its own, loaded when it is first rendered; until then `Meanwhile` or nothing is shown. After a failure a
 * toast offers to reload the page, since some browsers refuse a failed chunk until the next document.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType<Props>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const once = loadingLate(async () => (Part = await load()));
  return function Late(props: Props) {
    const [hasEnded, setEnded] = useState(Part !== undefined);
    useTogether(!hasEnded && !Meanwhile);
    useEffect(() => {
      void once()
        .catch(offerReload)
        .finally(() => setEnded(true));
    }, []);
    const Shown = Part ?? Meanwhile;
    return Shown ? <Shown {...props} /> : null;
  };
}

/** The same for a dialog, loaded when it first opens. */
export function lateDialog<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = late(load);
  return function LateDialog(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.isOpen);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    return wasOpen && <Part {...props} />;
  };
}

function offerReload() {
  toast.error("No pudimos cargar esta parte de la página.", {
    description: "Revisá tu conexión.",
    action: { label: "Recargar la página", onPress: () => location.reload() },
  });
}
