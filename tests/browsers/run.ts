// npm test -- --set browsers: what people do first, in Chromium, Firefox and WebKit. Run by itself it takes the names of engines.
import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cast } from "../../app/demo/cast.ts";
import { findChromium } from "../../bin/chromium.mjs";
import { freePort, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { makeFolder } from "../support/folder.ts";
import { prepareDataDir } from "../support/prepared.ts";
import { openPuppeteer } from "./engines/puppeteer.ts";
import { walk } from "./engines/walk.ts";
import { openWebkit } from "./engines/webkit.ts";
import { Window } from "./engines/window.ts";

const DISPLAY = ":87";
const ENGINES = {
  Chromium: () => openPuppeteer("chrome", findChromium()),
  Firefox: () => openPuppeteer("firefox", "/usr/bin/firefox-esr"),
  WebKit: () => openWebkit(DISPLAY),
};
const PACKAGES = { "firefox-esr": "firefox-esr", WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };

function installMissing() {
  const missing = Object.entries(PACKAGES).filter(([program]) => spawnSync("which", [program]).status !== 0);
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  console.log(`Installing ${names.join(", ")} …`);
  const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update", "-qq"], options);
  const { status } = spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], options);
  if (status !== 0) throw new Error(`${names.join(", ")} could not be installed`);
}

async function startServer(dataDir: string) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "1",
    ADMIN_EMAIL: cast.elena.email,
    ADMIN_PASSWORD: cast.elena.password,
  };
  const start = () =>
    startProgram({ env, command: [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts")] });
  let program = start();
  await untilAnswering(program, port);
  return {
    url: `http://localhost:${port}`,
    async stop() {
      program.child.kill("SIGTERM");
      await program.ended;
    },
    async start() {
      program = start();
      await untilAnswering(program, port);
    },
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

installMissing();
const dataDir = makeFolder("browsers");
await prepareDataDir(dataDir);
// For what the walk does in the server's database.
process.env["E2E_DATA_DIR"] = dataDir;
const server = await startServer(dataDir);
const display = spawn("Xvfb", [DISPLAY, "-screen", "0", "1440x1000x24"], { stdio: "ignore" });
const totals: string[] = [];
for (const [engine, open] of Object.entries(ENGINES)) {
  if (process.argv.length > 2 && !process.argv.includes(engine)) continue;
  const windows = [new Window(await open(), server.url), new Window(await open(), server.url)] as const;
  console.log(`${engine}: ${String(await windows[0].driver.evaluate("() => navigator.userAgent"))}`);
  const steps = walk(`${engine} ${Date.now().toString(36)}`, server, ...windows);
  const began = performance.now();
  let passed = 0;
  for (const [name, run] of steps) {
    const since = performance.now();
    try {
      await run();
      passed += 1;
      console.log(`  passed in ${seconds(since)}: ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`  failed after ${seconds(since)}: ${name}: ${String(error)}`);
    }
  }
  totals.push(`${engine}: ${passed} of ${steps.length} steps passed in ${seconds(began)}`);
  await Promise.all(windows.map(({ driver }) => driver.close()));
}
display.kill();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
console.log(totals.join("\n"));
if (totals.length === 0) process.exitCode = 1;
