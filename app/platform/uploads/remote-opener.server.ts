import { EventEmitter } from "node:events";
import { stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { receiveFrames, sendFrame } from "./frames.ts";
import type { Layer, Opener, OpenerProcess } from "./sandbox.server.ts";
import type { Question } from "./sandboxed/worker.ts";

const LONGEST_MS = 5_000;

/** Opens files in processes of another container's program (`upload-opener.ts`), which listens on this socket. */
export const openRemoteOpener = (path: string): Opener => ({
  start: () => new RemoteProcess(connect(path)),
  async layers() {
    const socket = connect(path);
    try {
      const [named, { uid }] = await Promise.all([firstFrame(socket), stat(path)]);
      // The owner of the socket is the user of the program that made it.
      const own: Layer[] = uid === process.getuid?.() ? [] : ["own user", "no data folder"];
      return [...new Set([...own, ...(named as Layer[])])];
    } catch {
      return null;
    } finally {
      socket.destroy();
    }
  },
});

const firstFrame = (socket: Socket) =>
  new Promise((resolve, reject) => {
    receiveFrames(socket, resolve);
    socket.on("error", reject).on("close", () => reject(new Error("the opener of uploads ended")));
    socket.setTimeout(LONGEST_MS, () => socket.destroy());
  });

/** A process at the other end of a connection, with which it ends. The first frame from there names the layers of the sandbox. */
class RemoteProcess extends EventEmitter implements OpenerProcess {
  readonly #socket: Socket;
  #knowsLayers = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("error", (error) => this.emit("error", error)).on("close", () => this.emit("exit"));
    receiveFrames(socket, (value) => {
      if (this.#knowsLayers) this.emit("message", value);
      this.#knowsLayers = true;
    });
    sendFrame(socket, null);
  }

  get connected(): boolean {
    return !this.#socket.destroyed;
  }

  send(question: Question, sent: (error: Error | null) => void): void {
    sendFrame(this.#socket, question, (error) => sent(error ?? null));
  }

  kill(): void {
    this.#socket.destroy();
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }
}
