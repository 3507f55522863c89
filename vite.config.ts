import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { BUILD_TARGET } from "./baseline.ts";

const modules = (...paths: string[]) => new RegExp(`/app/(${paths.join("|")})\\.tsx?$`);

/**
 * Modules that the browser loads as one file. A group also holds its modules' imports that no earlier group holds. Without groups Rolldown
 * creates a file for each set of screens that share a module: up to 95 files a screen, and each costs browser and server some milliseconds. A
 * route's own module is in no group, since the whole group would load with the route. No group mixes modules of some screens with modules of
 * all. `profiles` to `reviews` serve public pages too, so they may import no control. tests/script-budget.test.ts measures the result.
 */
const groups = [
  // The modules that every page loads.
  {
    name: "root",
    test: /\/app\/(root\.tsx|ui\/logo|shared\/app-context|client\/stored-session)|node_modules\/react-dom\/client|node_modules\/react-router\/.*dom-export/,
  },
  {
    name: "profiles",
    test: modules(
      "domain/profiles/(modality|profile)",
      "domain/accounts/account",
      "client/chosen-kine",
      "shared/text/cut",
    ),
  },
  { name: "public", test: modules("screens/public/public-frame") },
  { name: "labels", test: modules("ui/field-frame") },
  {
    name: "cards",
    test: modules("ui/(avatar|badge|button-link|card|illustrations/empty)", "shared/(format|relative-time)"),
  },
  {
    name: "facts",
    test: modules("domain/availabilities/weekday", "domain/coverages/coverage-words", "domain/licences/licence-words"),
  },
  { name: "reviews", test: modules("ui/star-rating", "domain/reviews/review-(card|words)") },
  {
    name: "session",
    test: modules("client/(session|auth-events|connection)", "screens/shell/(route-guard|current-user)"),
  },
  {
    name: "controls",
    test: modules(
      "ui/(button|card-button|icon-button|empty-state|error-state|late|skeleton|spinner|use-media)",
      "screens/shell/(account-frame|layout-skeleton|sign-out|unreachable)",
    ),
  },
  { name: "digits", test: modules("shared/text/digits") },
  { name: "fields", test: modules("ui/(select|text-field)") },
  {
    name: "api",
    test: modules(
      "client/(api|never-loaded|toast-failure)",
      "domain/cases/case",
      "domain/held-decisions/held-decision",
      "domain/matches/match-words",
      "domain/profile-changes/profile-change",
    ),
  },
  {
    name: "lists",
    test: modules(
      "domain/lists/(in-pages|listing-bar|listing-params|paged-list)",
      "domain/cases/case-(facts|status-badge)",
      "client/dialog-param",
    ),
  },
  { name: "plots", test: modules("ui/(bar-plot|line-plot)") },
  { name: "frame", test: modules("screens/shell/dashboard-frame") },
  {
    name: "dialogs",
    test: modules(
      "ui/(below|confirm-dialog|dialog|facts)",
      "domain/admin-views/mark-seen",
      "domain/moderation/action-with-reason",
    ),
  },
  { name: "forms", test: modules("client/(form|late-resolver)", "domain/licences/licence-place") },
  { name: "choices", test: modules("ui/(checkbox|chip-group|radio-group)") },
  { name: "saving", test: modules("client/upload", "ui/(changed-elsewhere|section)") },
  { name: "suggestions", test: modules("ui/suggest-field", "domain/coverages/coverage-field") },
  { name: "person-fields", test: modules("domain/profiles/(city-field|practice-fields)") },
  { name: "contact-fields", test: modules("domain/profiles/profile-fields") },
  { name: "deletion", test: modules("domain/accounts/delete-account") },
  { name: "own-profile", test: modules("screens/shell/own-profile-page") },
  {
    name: "own-matches",
    test: modules(
      "domain/matches/(match-status-badge|withdraw-application)",
      "domain/conversations/conversation-button",
    ),
  },
  {
    name: "admin-lists",
    test: modules(
      "screens/admin/(lists/phone-row|panel/(copied|panel-link))",
      "domain/kine-applications/application-status-badge",
      "ui/(decision-bar|outcomes)",
      "domain/profiles/person-line",
      "domain/licences/(standing-badge|unread)",
    ),
  },
  { name: "past", test: modules("domain/departures/(known-before|same-person|use-past)") },
  { name: "access", test: modules("screens/sign-in/providers", "screens/step-up/passkey-prompt", "client/captcha") },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: BUILD_TARGET },
  // Scanned at the start, so that the first visit of a screen in development needs no second bundling of its libraries.
  optimizeDeps: { entries: ["app/root.tsx", "app/screens/**/*.tsx"] },
  // The server needs only a part of these packages: bundling that part costs less memory and fewer file look-ups than loading all.
  ssr: {
    noExternal: [
      /^react-aria/,
      /^@react-aria\//,
      /^react-stately/,
      /^@react-stately\//,
      "sonner",
      "react-hook-form",
      "@hookform/resolvers",
    ],
  },
  environments: {
    client: { build: { sourcemap: "hidden", rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server bundle is the whole application, pages included, so that loaders share its modules.
    ssr: { build: { rolldownOptions: { input: "./app/server/entry.ts" } } },
  },
});
