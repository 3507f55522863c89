// Opens uploads for servers in other containers. Each connection to the socket UPLOADS_SOCKET hears the layers of the sandbox, and is one process
// from its first frame on, which has no content, to its end.
import type { ChildProcess } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { receiveFrames, sendFrame } from "./frames.ts";
import { type Layer, openSandbox } from "./sandbox.server.ts";
import type { Question } from "./sandboxed/worker.ts";

/** More than the cores of the servers that share an opener: each of theirs holds one connection. */
const MOST_PROCESSES = 64;
/** An address of documentation. A UDP socket that is connected to it looks for a route and sends nothing. */
const ELSEWHERE = "192.0.2.1";

const path = process.env["UPLOADS_SOCKET"];
if (!path?.startsWith("/")) throw new Error("UPLOADS_SOCKET must be a path like /run/uploads/opener.sock");

/** Whether a process of this user reaches a network other than this machine. */
const hasNetwork = () =>
  new Promise<boolean>((resolve) => {
    const socket = createSocket("udp4")
      .on("connect", () => socket.close(() => resolve(true)))
      .on("error", () => resolve(false));
    socket.connect(9, ELSEWHERE);
  });

// Its own socket is hidden from the processes, where namespaces are allowed.
const sandbox = openSandbox(dirname(path));
const layers = new Set<Layer>([...sandbox.layers, ...((await hasNetwork()) ? [] : (["no network"] as const))]);

const server = createServer((socket) => {
  let child: ChildProcess | undefined;
  const end = () => {
    socket.destroy();
    child?.kill("SIGKILL");
  };
  const begin = () => {
    child = sandbox.start().on("error", end).on("exit", end);
    child.on("message", (answer) => sendFrame(socket, answer));
  };
  socket.on("close", end).on("error", end);
  sendFrame(socket, [...layers]);
  receiveFrames(socket, (question) => {
    if (!child) begin();
    else if (child.connected) child.send(question as Question, (error) => error && end());
  });
});
server.maxConnections = MOST_PROCESSES;
rmSync(path, { force: true });
// Its folder, which only the containers of the servers share, decides who reaches it.
server.listen(path, () => chmodSync(path, 0o666));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());
