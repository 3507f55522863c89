/**
 * The oldest browsers that the application supports, by the names of @mdn/browser-compat-data. Samsung Internet 22 is Chrome 111. The styles
 * need these versions: Tailwind 4 writes `@property`, `color-mix()` and cascade layers.
 */
export const BASELINE = {
  chrome: "111",
  chrome_android: "111",
  edge: "111",
  webview_android: "111",
  samsunginternet_android: "22",
  firefox: "128",
  firefox_android: "128",
  safari: "16.4",
  safari_ios: "16.4",
} as const;

/** The same for the build, which lowers newer syntax. */
export const BUILD_TARGET = [
  `chrome${BASELINE.chrome}`,
  `edge${BASELINE.edge}`,
  `firefox${BASELINE.firefox}`,
  `safari${BASELINE.safari}`,
  `ios${BASELINE.safari_ios}`,
];
