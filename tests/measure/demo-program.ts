import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../support/folder.ts";
import { freePort, ROOT, startProgram, untilAnswering } from "../start/program.ts";

/** Runs the built program with the demo's data in a temporary folder during `work`, which gets its URL. */
export async function withDemo(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = makeFolder("measure");
  const port = await freePort();
  const program = startProgram({
    command: [join(ROOT, "node_modules/.bin/node"), join(ROOT, "app/process/main.ts"), "--demo"],
    env: { PORT: String(port), NODE_ENV: "production", DATA_DIR: dataDir },
  });
  try {
    await untilAnswering(program, port);
    await work(`http://localhost:${port}`);
  } finally {
    program.child.kill("SIGTERM");
    await program.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}
