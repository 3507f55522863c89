import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CHEAP_PASSWORDS } from "./cheap-passwords.ts";

const BUILD = join(import.meta.dirname, "../../build");

/** Writes a build into a folder: the program's own, whose password hashes take little processor time. Returns the folder. */
export function writeCheapBuild(folder: string): string {
  mkdirSync(join(folder, "server"), { recursive: true });
  symlinkSync(join(BUILD, "client"), join(folder, "client"));
  writeFileSync(
    join(folder, "server/index.js"),
    `import * as program from ${JSON.stringify(pathToFileURL(join(BUILD, "server/index.js")).href)};
export const open = (settings, url) => program.open({ ...settings, passwordMemory: ${CHEAP_PASSWORDS} }, url);
export const seedDemo = program.seedDemo;
`,
  );
  return folder;
}
