/** How many events of one kind a stream delivers at once within the window; what follows is one event at the window's end. */
const AT_ONCE = 3;
const WINDOW_MS = 5_000;

type Window<Event> = { count: number; end: NodeJS.Timeout; held: Event | null };

/**
 * Passes events on, each with its key, so that a change that is repeated all the time does not reload every open client all the time: a few at
 * once, then one for all that came in the rest of the window.
 */
export function openSpacing<Event extends {}>(push: (key: string, event: Event) => void) {
  const windows = new Map<string, Window<Event>>();

  function open(key: string) {
    const end = setTimeout(() => {
      const held = windows.get(key)?.held ?? null;
      windows.delete(key);
      if (held === null) return;
      open(key);
      push(key, held);
    }, WINDOW_MS).unref();
    windows.set(key, { count: 1, end, held: null });
  }

  return {
    hear(key: string, event: Event) {
      const window = windows.get(key);
      if (!window) open(key);
      else if (window.count < AT_ONCE) window.count += 1;
      else {
        window.held = event;
        return;
      }
      push(key, event);
    },
    /** Whether an event waits for its window's end. */
    holds: () => [...windows.values()].some(({ held }) => held !== null),
    end() {
      for (const { end } of windows.values()) clearTimeout(end);
      windows.clear();
    },
  };
}
