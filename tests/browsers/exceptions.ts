/** What may be missing where it is used, and why nothing breaks. `in` begins the name of the source file, or is a rule of the styles. */
export type Exception = { in: string; features: readonly string[]; reason: string };

/** Uses in scripts. */
export const IN_SCRIPTS: readonly Exception[] = [
  {
    in: "app/domain/handles/share-link.tsx",
    features: ["Navigator.share"],
    reason: "returns before, where it is no function: the link to WhatsApp stays a link",
  },
  { in: "public/static-page.js", features: ["Navigator.share"], reason: "inside of a condition that it is there" },
  {
    in: "app/domain/push/",
    features: ["Notification", "Notification.permission", "Notification.requestPermission", ".getNotifications()"],
    reason: 'after `"Notification" in window`: without it the screen says that this device receives no notifications',
  },
  {
    in: "public/offline.js",
    features: [".getNotifications()", ".showNotification()"],
    reason: "in a push's event, which only a browser with notifications has",
  },
  {
    in: "node_modules/@internationalized/date/",
    features: [".getWeekInfo()"],
    reason: 'after `"getWeekInfo" in locale`, with a table of its own otherwise',
  },
  {
    in: "node_modules/@supabase/auth-js/dist/module/GoTrueClient.js",
    features: [".lock()"],
    reason: "a property of the client, not the method of a keyboard or a screen",
  },
  {
    in: "node_modules/@supabase/auth-js/dist/module/lib/webauthn.js",
    features: ["PublicKeyCredential.parseCreationOptionsFromJSON", "PublicKeyCredential.parseRequestOptionsFromJSON"],
    reason: "after `in`, with the library's own conversion otherwise",
  },
  {
    in: "app/screens/step-up/passkey-prompt.ts",
    features: ["PublicKeyCredential.parseRequestOptionsFromJSON"],
    reason: "offered after `in`; the password serves otherwise",
  },
  {
    in: "node_modules/react-aria/",
    features: [".checkVisibility()", ".getTextInfo()"],
    reason: "after `in` and `typeof`, with a computation of its own otherwise",
  },
  {
    in: "node_modules/react-dom/",
    features: ["Navigator.connection", "navigation", ".startViewTransition()"],
    reason: "after `typeof`; a transition of views falls back, and the product uses none",
  },
  {
    in: "node_modules/react-router/",
    features: [".startViewTransition()"],
    reason: "for links that ask for it, of which the product has none, and after a look for it",
  },
  { in: "node_modules/scheduler/", features: ["setImmediate"], reason: "after `typeof`" },
  {
    in: "node_modules/zod/",
    features: ["URL.canParse", "Error.captureStackTrace", ".when()"],
    reason: "after `typeof` and `in`; `when` is a property of zod's checks",
  },
];

/** Uses in styles: a browser without them leaves the declaration or the rule out. */
export const IN_STYLES: readonly Exception[] = [
  { in: "", features: ["text-wrap", "text-wrap: balance", "text-wrap: pretty"], reason: "lines break elsewhere" },
  {
    in: "",
    features: ["scrollbar-width", "scrollbar-width: thin", "-webkit-tap-highlight-color", "text-decoration: dotted"],
    reason: "looks a little different",
  },
  {
    in: "",
    features: ["cursor: default", "cursor: pointer", "resize", "resize: both", "resize: vertical"],
    reason: "a finger has no pointer",
  },
  { in: "", features: ["user-select"], reason: "Safari has the prefixed property, which the build adds" },
  { in: "", features: ["font-family: ui-monospace"], reason: "the first of a list of fonts" },
  { in: "", features: ["grid-template-columns: subgrid"], reason: "a fact's value stands below its label" },
  { in: "", features: ["grid-template-rows: subgrid"], reason: "the turnos of a week's days begin at several heights" },
  { in: "", features: [":-webkit-inner-spin-button"], reason: "a rule of its own for the browsers that have it" },
  { in: "", features: [":open", ":popover-open"], reason: "inside of :is(), which leaves out what it does not know" },
];
