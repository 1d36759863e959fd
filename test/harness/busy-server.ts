import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";

/**
 * A server on 127.0.0.1 to which a connection takes more than half a second, like one to a distant or busy host: its queue of
 * connections is full for a while, so the kernel ignores new ones, and the client's kernel repeats them after a second. Then it sends
 * `reply` after the first bytes of a client.
 */
export async function startBusyServer(reply = "") {
  const worker = new Worker(SERVER, { eval: true, workerData: { reply, busyMs: BUSY_MS } });
  const [port] = (await once(worker, "message")) as [number];
  const isBusy = once(worker, "message");
  worker.postMessage("be busy");
  await isBusy;
  const fillers = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.race(fillers.map((socket) => once(socket, "connect")));
  return {
    port,
    close: async () => {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}

/** Longer than the 500 ms that Node gives each address by default, shorter than a second. */
const BUSY_MS = 800;

const SERVER = `
const { createServer } = require("node:net");
const { parentPort, workerData } = require("node:worker_threads");
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => socket.end(workerData.reply));
});
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => parentPort.postMessage(server.address().port));
parentPort.once("message", () => {
  parentPort.postMessage("busy");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.busyMs);
});
`;
