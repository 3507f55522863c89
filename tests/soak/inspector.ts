import { setTimeout as wait } from "node:timers/promises";
import type { Program } from "../start/program.ts";

type Answer = { id: number; error?: { message: string }; result: { result?: { value: unknown } } };

/** A process's memory in bytes after garbage collection, and its number of open sockets. */
export type Held = { heap: number; resident: number; sockets: number };

/** Attaches to a running program started with `--inspect`, without changing its code. */
export async function openInspector(program: Program) {
  let url: string | undefined;
  while (!url) {
    url = /Debugger listening on (ws:\S+)/.exec(program.err())?.[1];
    if (program.child.exitCode !== null) throw new Error(`the program ended: ${program.err()}`);
    await wait(50);
  }
  const socket = new WebSocket(url);
  await new Promise((opened, failed) => {
    socket.addEventListener("open", opened, { once: true });
    socket.addEventListener("error", failed, { once: true });
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let lastId = 0;
  async function ask(method: string, params: object = {}): Promise<Answer["result"]> {
    const id = (lastId += 1);
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }
  const evaluate = async (expression: string) =>
    (await ask("Runtime.evaluate", { expression, returnByValue: true })).result?.value;

  // A listener keeps the process from ending at the first unhandled rejection, and counts them.
  await evaluate(
    `globalThis.unheard = []; process.on("unhandledRejection", (error) => globalThis.unheard.push(String(error)))`,
  );
  return {
    async held(): Promise<Held> {
      await ask("HeapProfiler.collectGarbage");
      const value = await evaluate(`({ heap: process.memoryUsage().heapUsed, resident: process.memoryUsage.rss(),
        sockets: process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length })`);
      return value as Held;
    },
    /** Unhandled promise rejections, as text. */
    unhandled: async () => (await evaluate("globalThis.unheard")) as string[],
    close: () => socket.close(),
  };
}
