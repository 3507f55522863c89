import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fail, ROOT } from "./setup.mjs";

/** Chromium without a window: a page takes a third less CPU. */
const SHELL = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Finds a Chromium for the tests, installing one if needed, and returns its path. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : fail(`CHROMIUM_PATH: there is no file ${given}`);
  if (!onPath(SHELL)) install();
  return onPath(SHELL) ?? findBrowser() ?? fail("No Chromium could be found or installed: set CHROMIUM_PATH");
}

function install() {
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    console.log("Installing Chromium …");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", SHELL]);
  } else if (!findBrowser()) {
    console.log("Installing Chromium …");
    run(process.execPath, [join(ROOT, "node_modules/@playwright/test/cli.js"), "install", "chromium"]);
  }
}

function findBrowser() {
  const own = createRequire(join(ROOT, "package.json"))("@playwright/test").chromium.executablePath();
  return existsSync(own) ? own : BROWSERS.map(onPath).find(Boolean);
}

function onPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function run(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: "utf8", env });
  if (status !== 0) process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
}
