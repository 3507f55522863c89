const KINDS = ["page", "scripts", "styles", "fonts", "calls", "others"] as const;
export type Kind = (typeof KINDS)[number];

/**
 * One visit: milliseconds from the start of the navigation to the largest contentful paint and until the screen was usable, and the use of
 * the network by then: compressed kilobytes and requests.
 */
export type Seen = { painted: number; usable: number; kilobytes: Record<Kind, number>; requests: Record<Kind, number> };

declare global {
  interface Window {
    phone: { painted: number; usable: number };
    contentShown(x: number, y: number): Promise<void>;
    pressHadEffect(): Promise<void>;
  }
}

/**
 * Runs in the page before its own scripts. A screen is usable once its content is shown, which is its heading and no placeholder in the
 * window, and a real press on its first control has an effect: the moment after that is painted.
 */
export function observe() {
  window.phone = { painted: 0, usable: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.phone.painted = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const isHeld = (element: Element | null | undefined) =>
    !!element && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  const isStatic = () =>
    document.readyState !== "loading" && document.querySelector("script[src^='/static-page.js']") !== null;
  const isShown = () => {
    const main = document.querySelector("main");
    if (!main?.querySelector("h1")) return false;
    if (isStatic()) return true;
    const placeholders = [...main.querySelectorAll("[aria-busy=true], .animate-pulse")];
    const isInWindow = ({ top, bottom }: DOMRect) => bottom > 0 && top < innerHeight;
    return isHeld(main.lastElementChild) && !placeholders.some((each) => isInWindow(each.getBoundingClientRect()));
  };
  const control = () => {
    const all = document.querySelectorAll("main button:not([disabled]), header button, main a, header a, summary");
    return [...all].find((element) => {
      const { top, bottom, left, right, width } = element.getBoundingClientRect();
      if (width === 0 || top < 0 || bottom > innerHeight) return false;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (hit === element || element.contains(hit));
    });
  };
  const press = () => {
    const target = control();
    if (!target) return false;
    const { top, bottom, left, right } = target.getBoundingClientRect();
    void window.contentShown((left + right) / 2, (top + bottom) / 2);
    return true;
  };
  addEventListener(
    "mousedown",
    ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>("a, button, summary");
      requestAnimationFrame(() =>
        setTimeout(() => {
          // A control of the library marks itself as pressed; a native link takes the focus.
          const hasEffect =
            document.querySelector("[data-pressed]") ?? (document.activeElement === pressed ? pressed : null);
          if (!hasEffect || !isShown()) return requestAnimationFrame(watch);
          window.phone.usable = performance.now();
          void window.pressHadEffect();
        }),
      );
    },
    true,
  );
  const watch = () => {
    if (window.phone.usable > 0) return;
    if (!isShown() || !press()) requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}

/** Runs in the page once it is idle. */
export function look(): Seen {
  const patterns = { scripts: /\.js$/, styles: /\.css$/, fonts: /\.woff2$/, calls: /\/(rpc|auth\/v1)\// };
  const none = () => ({ page: 0, scripts: 0, styles: 0, fonts: 0, calls: 0, others: 0 });
  const [kilobytes, requests] = [none(), none()];
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  for (const { entryType, name, encodedBodySize, transferSize, startTime } of entries) {
    if (startTime > window.phone.usable || transferSize === 0) continue;
    const [kind] = Object.entries(patterns).find(([, pattern]) => pattern.test(new URL(name).pathname)) ?? ["others"];
    const counted = entryType === "navigation" ? "page" : (kind as Kind);
    kilobytes[counted] += encodedBodySize / 1_000;
    requests[counted] += 1;
  }
  return { ...window.phone, kilobytes, requests };
}
