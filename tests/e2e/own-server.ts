import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { startStoppable } from "../support/stoppable-database.ts";

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

type Environment = Record<string, string>;

/** The built program in its own process, on a database that the test may freeze and stop; `environmentOf` gets the program's URL. */
export async function startOwnServer(environmentOf: (url: string) => Promise<Environment> = async () => ({})) {
  const database = await startStoppable();
  const dataDir = makeFolder("own-server");
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_EMAIL: cast.elena.email,
    ADMIN_PASSWORD: cast.elena.password,
    ...(await environmentOf(url)),
  };
  const startBuild = async (build: string) => {
    const command: [string, ...string[]] = [
      join(ROOT, "node_modules/.bin/node"),
      join(ROOT, "app/process/main.ts"),
      "--build",
      build,
    ];
    const started = startProgram({ command, env });
    await untilAnswering(started, port);
    return started;
  };
  let program = await startBuild(join(ROOT, "build"));
  const stop = async () => {
    program.child.kill("SIGTERM");
    await program.ended;
  };
  return {
    url,
    database,
    /** Replaces the running build by another one. */
    async deploy(build: string) {
      await stop();
      program = await startBuild(build);
    },
    async close() {
      database.thaw();
      await stop();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Answer = { what: string; status: number; ms: number };

/** Sends each request twice a second until stopped; returns the answers. */
export function keepAsking(requests: Record<string, () => Promise<Response>>) {
  const answers: Answer[] = [];
  const open = new Set<Promise<void>>();
  let most = 0;
  const ask = async (what: string, send: () => Promise<Response>) => {
    const since = performance.now();
    const response = await send();
    await response.text();
    answers.push({ what, status: response.status, ms: Math.round(performance.now() - since) });
  };
  const timer = setInterval(() => {
    for (const [what, send] of Object.entries(requests)) {
      const request = ask(what, send).finally(() => open.delete(request));
      open.add(request);
    }
    most = Math.max(most, open.size);
  }, 500);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return { answers, most };
  };
}
