import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { makeFolder } from "../support/folder.ts";
import { ROOT } from "../start/program.ts";

/** A copy of the built program as another build: its browser files and the build itself are renamed. */
export function makeSecondBuild(): string {
  const folder = makeFolder("second-build");
  cpSync(join(ROOT, "build"), folder, { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const assets = join(folder, "client/assets");
  for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
  const names = readdirSync(assets);
  const version = names.map((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1]).find(Boolean);
  if (!version) throw new Error("the build has no manifest");
  const named = new RegExp(`(?<=[/"'\`(])(${names.map((name) => RegExp.escape(name)).join("|")})`, "g");
  const rename = (text: string) => text.replace(named, "other-$1").replaceAll(version, "0therbui1d");
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of texts) writeFileSync(file, rename(readFileSync(file, "utf8")));
  for (const name of names) renameSync(join(assets, name), join(assets, basename(rename(`/${name}`))));
  return folder;
}
