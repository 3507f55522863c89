import { join } from "node:path";
import { defineConfig, mergeConfig, type Plugin } from "vitest/config";
import base from "../../vitest.config.ts";
import { patternOf, swapGuards } from "./guard.ts";
import { guardOf } from "./guard-of.ts";

const guard = guardOf(process.env["GUARD"]);
const ROOT = join(import.meta.dirname, "../..");

/** Removes the guard from the source at load time; the file itself is unchanged. */
const withoutGuard: Plugin = {
  name: "without-guard",
  enforce: "pre",
  transform(code, id) {
    if (guard.swapped && id.startsWith(join(ROOT, "app/"))) return swapGuards(code);
    const edits = guard.edits?.filter(({ file }) => id === join(ROOT, file)) ?? [];
    return edits.length > 0
      ? edits.reduce((text, { from, to }) => text.replace(patternOf(from), () => to), code)
      : undefined;
  },
};

export default mergeConfig(
  base,
  defineConfig({
    root: ROOT,
    plugins: [withoutGuard],
    // A cached module would contain the previous run's guard.
    test: {
      fsModuleCache: false,
      globalSetup: ["./tests/global-setup.ts", "./tests/mutation/database-setup.ts"],
      // A failure shows that the guard is tested: one attempt is enough.
      retry: 0,
      bail: guard.swapped ? 0 : 1,
    },
  }),
);
