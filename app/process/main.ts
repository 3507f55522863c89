import type { Server } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lockDataDir } from "../../db/data-lock.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { atMost } from "../platform/at-most.server.ts";
import { keepSecret, openDataDir } from "../platform/data-dir.ts";
import { collectAtRest } from "./collect-at-rest.ts";
import { closeHttpServer, listen, openHttpServer, requestListener, tryPort } from "./http-server.ts";
import { loadBuild, type LoadedProgram } from "./load-program.ts";
import { readSettings, type Settings } from "../platform/settings.ts";

const ROOT = join(import.meta.dirname, "../..");
const { values: flags } = parseArgs({
  options: {
    dev: { type: "boolean" },
    demo: { type: "boolean" },
    build: { type: "string", default: join(ROOT, "build") },
  },
});

/** Time limit for closing the app once no request is open, so an unresponsive database cannot block it. */
const APP_CLOSE_MS = 5_000;

// Close functions of opened resources, called in reverse order.
const opened: (() => unknown)[] = [];
let stopAsked = false;

async function start(): Promise<void> {
  const given = readSettings(process.env);
  process.umask(0o077);
  openDataDir(given.dataDir);
  opened.push(lockDataDir(given.dataDir));
  const port = await tryPort(given.port, given.host);
  const publicUrl = given.port === 0 ? given.publicUrl.replace(/:0$/, `:${port}`) : given.publicUrl;
  const settings: Settings = { ...given, port, publicUrl, secret: given.secret ?? keepSecret(given.dataDir) };
  if (stopAsked) return;
  const server = openHttpServer();
  // Loads the program while the database starts; a failure surfaces when it is awaited.
  const loading = load(server);
  loading.catch(() => undefined);
  const databaseUrl = settings.databaseUrl ?? (await openEmbedded(settings.dataDir));
  if (stopAsked) return;
  await migrate(settings.databaseDirectUrl ?? databaseUrl);
  await serve(settings, databaseUrl, server, await loading);
}

async function openEmbedded(dataDir: string): Promise<string> {
  const database = await startEmbedded({ dataDir, log: (line) => console.log(line) });
  opened.push(() => database.stop());
  return database.url;
}

async function serve(settings: Settings, databaseUrl: string, server: Server, loaded: LoadedProgram): Promise<void> {
  opened.push(() => loaded.close?.());
  const app = await loaded.open(settings, databaseUrl);
  opened.push(() => atMost(APP_CLOSE_MS, app.close()));
  const demo = flags.demo ? await loaded.seedDemo(app) : [];
  if (stopAsked) return;
  const answer = requestListener(app.fetch, loaded, app.fastPath);
  let isDraining = false;
  server.on("request", (request, response) => {
    // Ends keep-alive, so that clients reconnect to another node.
    if (isDraining) response.shouldKeepAlive = false;
    answer(request, response);
  });
  await listen(server, settings.port, settings.host);
  opened.push(() => closeHttpServer(server));
  const collecting = collectAtRest();
  opened.push(() => collecting.stop());
  opened.push(() => app.endStreams());
  opened.push(async () => {
    isDraining = true;
    app.drain();
    await wait(settings.drainSeconds * 1000);
  });
  console.log(`${settings.productName} está en ${settings.publicUrl}`);
  if (app.firstAdmin && !settings.adminPassword) {
    console.log(
      `Primer administrador: ${app.firstAdmin.email} · contraseña: ${app.firstAdmin.password} (se muestra una sola vez)`,
    );
  }
  for (const line of demo) console.log(line);
}

async function load(server: Server): Promise<LoadedProgram> {
  if (!flags.dev) return loadBuild(flags.build);
  const { loadDevelopment } = await import("./dev.ts");
  return loadDevelopment(ROOT, server);
}

async function stop(code: number): Promise<never> {
  for (const close of opened.toReversed()) {
    try {
      await close();
    } catch (error) {
      console.error(oneLine(error));
      code = 1;
    }
  }
  process.exit(code);
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.split("\n")[0] ?? message;
}

const started = start().then(
  () => true,
  (error: unknown) => {
    console.error(`Cannot start: ${oneLine(error)}`);
    return false;
  },
);

let firstSignal = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // One Ctrl-C arrives up to three times: from the terminal, from npm and from the start script.
    if (firstSignal && performance.now() - firstSignal > 1_000) process.exit(130);
    if (firstSignal) return;
    firstSignal = performance.now();
    stopAsked = true;
    // The start finishes first, so that everything it opens can be closed.
    void started.then(() => stop(0));
  });
}

if (!(await started) && !stopAsked) await stop(1);
