import { readFileSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { spawnSync } from "node:child_process";
import { becomeUser } from "../../../app/platform/uploads/sandboxed/user.ts";

// Tries every forbidden operation inside the sandbox for uploaded files, and prints the outcomes. Its parameters
// come from the environment: the only argument is the user id to switch to.
const { PROBE_SECRET = "", PROBE_PORT = "", PROBE_PID = "" } = process.env;
becomeUser();

const outcomeOf = (work: () => unknown) => {
  try {
    work();
    return "done";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
};
const connecting = new Promise<string>((settle) => {
  try {
    const socket = createConnection({ host: "127.0.0.1", port: Number(PROBE_PORT) }, () => settle("done"));
    socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code ?? ""));
  } catch (error) {
    settle((error as NodeJS.ErrnoException).code ?? "");
  }
});

console.log(
  JSON.stringify({
    uid: process.getuid?.(),
    secret: outcomeOf(() => readFileSync(PROBE_SECRET)),
    environment: outcomeOf(() => readFileSync(`/proc/${PROBE_PID}/environ`)),
    written: outcomeOf(() => writeFileSync("/tmp/kinexo-probe", "x")),
    kill: outcomeOf(() => process.kill(Number(PROBE_PID), 0)),
    program: outcomeOf(() => {
      const { error } = spawnSync("true");
      if (error) throw error;
    }),
    connect: await connecting,
  }),
);
process.exit();
