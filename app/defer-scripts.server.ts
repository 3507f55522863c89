const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULES = /(<script [^>]*type="module"[^>]*>)(.*?)(<\/script>)/s;
const NAMED_IMPORT = /^import \* as (\w+) from ("[^"]+");?/gm;
const PLAIN_IMPORT = /^import ("[^"]+");?/gm;
/** Fallback: a browser that has reported no paint by then, as in a background tab, loads the scripts anyway. */
const LONGEST_WAIT_MS = 2_000;

/** Lowers the priority of a page's scripts, so that its styles and fonts load first. */
export function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Delays a page's scripts until its first paint, for pages that are read before they are used. */
export function scriptsAfterPaint(html: string): string {
  const files = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  return html.replaceAll(PRELOAD, "").replace(MODULES, (_all, start: string, code: string, end: string) => {
    const later = code.replace(NAMED_IMPORT, "const $1 = await import($2);").replace(PLAIN_IMPORT, "await import($1);");
    return start + waitForPaint(files) + later + end;
  });
}

const waitForPaint = (files: readonly (string | undefined)[]) => `await new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  setTimeout(resolve, ${LONGEST_WAIT_MS});
});
for (const href of ${JSON.stringify(files)}) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}
`;
