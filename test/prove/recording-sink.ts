import { createHash } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Ledger, wallClock } from "./ledger.ts";
import { idOf, isIntact } from "./payload.ts";
import type { CopyRecord, SinkRecord } from "./records.ts";
import { type Phase, serveSinkSession } from "./sink-session.ts";

/**
 * An SMTP server on loopback in its own process, which syncs each message to disk before it replies 250. Run as
 * `node recording-sink.ts LEDGER`; it exchanges SinkMessage and SinkOrder with its parent over IPC.
 */
export type SinkMessage =
  | { kind: "listening"; port: number }
  | { kind: "ordered" }
  | { kind: "held"; phase: Phase; remotePort: number };
/**
 * `hold`: the next conversation that reaches the phase waits there, or each that does, until `release`.
 * `answer`: whether dots get a reply; if not, the connection closes instead, and the message is kept.
 * `slow`: delay of the reply to MAIL in milliseconds, at a point where no message is at risk.
 */
export type SinkOrder =
  | { kind: "hold"; phase: Phase; each: boolean }
  | { kind: "release" }
  | { kind: "answer"; dots: boolean }
  | { kind: "slow"; ms: number };

const path = process.argv[2];
if (!path || !process.send) throw new Error("usage: forked with the path of the ledger");
const ledger = await Ledger.open<SinkRecord>(path);
let connections = 0;
let ended = false;
let order: (SinkOrder & { kind: "hold" }) | null = null;
let release = Promise.withResolvers<void>();
let answersDots = true;
let mailMs = 0;
const open = new Set<Socket>();

const server = createServer((socket) => void serve(socket));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") notifyParent({ kind: "listening", port: address.port });
});
process.on("message", (message: SinkOrder) => {
  if (message.kind === "answer") answersDots = message.dots;
  else if (message.kind === "slow") mailMs = message.ms;
  else if (message.kind === "hold") {
    order = message;
    // A client that reuses a connection would never reach these phases.
    if (message.phase === "connect" || message.phase === "ehlo") for (const socket of open) socket.destroy();
  } else {
    order = null;
    release.resolve();
    release = Promise.withResolvers();
  }
  notifyParent({ kind: "ordered" });
});
process.on("disconnect", () => {
  ended = true;
  void ledger.close().then(() => process.exit(0));
});

async function serve(socket: Socket): Promise<void> {
  connections += 1;
  const connection = connections;
  let phase: Phase = "connect";
  let last = "";
  socket.on("error", () => socket.destroy());
  open.add(socket);
  socket.on("close", () => {
    open.delete(socket);
    record({ kind: "closed", connection, at: wallClock(), phase });
  });
  record({ kind: "opened", connection, at: wallClock(), remotePort: socket.remotePort ?? 0 });
  await serveSinkSession(socket, {
    reach: async (reached) => {
      phase = reached;
      if (reached === "answered") record({ kind: "answered", connection, id: last, at: wallClock() });
      if (reached === "mail" && mailMs > 0) await pause(mailMs);
      await holdIfOrdered(reached, socket.remotePort ?? 0);
    },
    keep: async (message, to) => {
      const copy = describe(message, { connection, to });
      last = copy.id;
      // Decided before the copy is in the ledger, because a reader of the ledger may change the order at once.
      const answers = answersDots;
      await ledger.append(copy);
      if (!answers) socket.destroy();
    },
  });
  socket.destroy();
}

function describe(message: Buffer, { connection, to }: { connection: number; to: string[] }): CopyRecord {
  const dotAt = wallClock();
  const text = message.toString("latin1");
  const id = idOf(text) ?? "";
  return {
    kind: "copy",
    connection,
    id,
    to,
    dotAt,
    digest: createHash("sha256").update(message).digest("hex"),
    bytes: message.length,
    intact: isIntact(text, id),
    bareLineEnds: text.match(/\r(?!\n)|(?<!\r)\n/g)?.length ?? 0,
  };
}

async function holdIfOrdered(phase: Phase, remotePort: number): Promise<void> {
  if (order?.phase !== phase) return;
  if (!order.each) order = null;
  const { promise } = release;
  notifyParent({ kind: "held", phase, remotePort });
  await promise;
}

function record(entry: SinkRecord): void {
  if (!ended) void ledger.append(entry);
}

function notifyParent(message: SinkMessage): void {
  process.send?.(message);
}
