import { join } from "node:path";
import { defineConfig, mergeConfig, type Plugin } from "vitest/config";
import base from "../../vitest.config.ts";
import { swapGuards } from "./guards.ts";
import { guardOf } from "./guard-of.ts";

const guard = guardOf(process.env["GUARD"]);
const ROOT = join(import.meta.dirname, "../..");

/** Takes the guard out of the source while it is loaded; the file itself stays as it is. */
const withoutGuard: Plugin = {
  name: "without-guard",
  enforce: "pre",
  transform(code, id) {
    if (guard.swapped && id.startsWith(join(ROOT, "app/"))) return swapGuards(code);
    const edits = guard.edits?.filter(({ file }) => id === join(ROOT, file)) ?? [];
    return edits.length > 0 ? edits.reduce((text, { from, to }) => text.replace(from, () => to), code) : undefined;
  },
};

export default mergeConfig(base, defineConfig({
  root: ROOT,
  plugins: [withoutGuard],
  // A cached module would bring the guard of the run before.
  test: {
    fsModuleCache: false,
    globalSetup: ["./tests/global-setup.ts", "./tests/mutation/database-setup.ts"],
    // What fails shows that the guard is held: once is enough.
    retry: 0,
    bail: guard.swapped ? 0 : 1,
  },
}));
