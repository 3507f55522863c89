const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g;
const MODULES = /(<script [^>]*type="module"[^>]*>)(.*?)(<\/script>)/s;
const NAMED_IMPORT = /^import \* as (\w+) from ("[^"]+");?/gm;
const PLAIN_IMPORT = /^import ("[^"]+");?/gm;
/** A browser that has told of no picture by then, as in a tab in the background, gets the scripts all the same. */
const LONGEST_WAIT_MS = 2_000;

/** Lets the scripts of a page come after the styles and letters it is shown in. */
export function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** Lets a page that is read before it is used ask for its scripts when the browser has painted it. */
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
