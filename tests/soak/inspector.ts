import { setTimeout as wait } from "node:timers/promises";
import type { Program } from "../start/program.ts";

type Answer = { id: number; error?: { message: string }; result: { result?: { value: unknown } } };

/** What a process holds, in bytes, once it has collected its garbage, and how many sockets it has open. */
export type Held = { heap: number; resident: number; sockets: number };

/** Looks into a running program that was started with `--inspect`, whose code knows nothing of it. */
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
  let asked = 0;
  async function ask(method: string, params: object = {}): Promise<Answer["result"]> {
    const id = (asked += 1);
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }
  const evaluate = async (expression: string) => (await ask("Runtime.evaluate", { expression, returnByValue: true })).result?.value;

  // With somebody listening the process would not end at the first: they are counted.
  await evaluate(`globalThis.unheard = []; process.on("unhandledRejection", (error) => globalThis.unheard.push(String(error)))`);
  return {
    async held(): Promise<Held> {
      await ask("HeapProfiler.collectGarbage");
      const value = await evaluate(`({ heap: process.memoryUsage().heapUsed, resident: process.memoryUsage.rss(),
        sockets: process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length })`);
      return value as Held;
    },
    /** Promises that were rejected while nobody listened, in words. */
    unhandled: async () => (await evaluate("globalThis.unheard")) as string[],
    close: () => socket.close(),
  };
}
