import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Each connection sends one of `heads` in turn, then `piece` repeatedly: `perSecond` bytes of it, each in its own segment when
 * `alone`. With `again` a connection is replaced as soon as it is answered.
 */
export type Attack = {
  port: number;
  connections: number;
  heads: string[];
  piece: string;
  perSecond: number;
  alone?: boolean;
  again?: boolean;
};

/** An attack's result: connections opened, bytes sent, and answers by status. */
export type Effect = { opened: number; sent: number; answers: Record<string, number> };

const SHORTEST_PULSE_MS = 50;
const effect: Effect = { opened: 0, sent: 0, answers: {} };
const { port, connections, heads, piece, perSecond, alone = false, again = false } = workerData as Attack;
/** A slow attacker sends a piece at long intervals. */
const pulseMs = Math.max(SHORTEST_PULSE_MS, perSecond > 0 ? (1000 * piece.length) / perSecond : 0);
const block = piece.repeat(Math.floor(((perSecond / 1000) * pulseMs) / piece.length + 0.5));
let isOver = false;

/** Sends the bytes due in one pulse; segments sent alone wait for one another. */
function pulse(socket: Socket) {
  if (block === "" || socket.destroyed || socket.writableNeedDrain) return;
  if (!alone) {
    effect.sent += block.length;
    return void socket.write(block);
  }
  const until = performance.now() + pulseMs;
  const next = (left: number) => {
    if (left === 0 || socket.destroyed || performance.now() > until) return;
    effect.sent += 1;
    socket.write(piece, () => next(left - 1));
  };
  next(block.length / piece.length);
}

/** Attacks on one connection, and on a new one when it closes. */
function open() {
  if (isOver) return;
  const head = heads[effect.opened % heads.length] ?? "";
  effect.opened += 1;
  const socket = connect(port, "127.0.0.1", () => {
    socket.setNoDelay(true);
    socket.write(head);
  });
  const timer = setInterval(() => pulse(socket), pulseMs);
  socket.on("data", (answer) => {
    const status = /^HTTP\/1.1 (\d+)/.exec(answer.toString("latin1"))?.[1];
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    if (status && Object.keys(effect.answers).length === 0) parentPort?.postMessage("answered");
    if (status) effect.answers[status] = (effect.answers[status] ?? 0) + 1;
    if (status && again) socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.once("close", () => {
    clearInterval(timer);
    setImmediate(open);
  });
}

for (let n = 0; n < connections; n += 1) open();
parentPort?.once("message", () => {
  isOver = true;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(effect);
});
