import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const STORES = /\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)\b(?:\.|\[|\))|\.cookie =/;
const REGISTRY = "app/client/personal-storage.ts";

/** Who uses the browser's stores beside the registry of what is personal, and why. */
const OTHERS: Record<string, string> = {
  "app/client/stored-session.ts": "the session itself, and the cookie that says that there is one",
  "app/client/session.ts": "the session itself",
  "app/screens/shell/first-calls-script.ts": "reads the session, in the document, before any module",
  "app/client/shared-files.ts": "takes the shared files, which the registry deletes",
  "app/client/leave-application.ts": "the notice of a sign-out, after everything was cleared",
  "app/screens/shell/side-panel.ts": "whether the menu is a panel, of the device",
  "app/screens/sign-in/sign-up-role.ts": "the role chosen at the sign-up, of the device",
  "app/screens/shell/keys-switch.ts": "whether letters act as keys, of the device",
  "app/ui/chunk-reload.ts": "the page that a reload was on the way to, for the seconds of that reload",
  "public/static-page.js": "writes the registry's chosen-kine and case-story, and the chosen role; shows the notice",
  "public/offline-snapshot.js": "reads the registry's snapshot while offline",
  "public/offline.js": "the offline page, and the shared files on their way",
};

test("what is personal is kept in the browser through one registry alone; who else stores is named with the reason", () => {
  const found = globSync(["app/**/*.{ts,tsx}", "public/*.js"], { cwd: ROOT }).filter(
    (file) =>
      !/\.test\.|\.server\./.test(file) &&
      STORES.test(readFileSync(join(ROOT, file), "utf8").replaceAll(/^\s*(?:\/\/|\*).*$/gm, "")),
  );
  expect(found.toSorted()).toEqual([...Object.keys(OTHERS), REGISTRY].toSorted());
});
