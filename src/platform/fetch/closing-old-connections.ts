import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Addresses are checked only when a connection is opened, so connections are not kept for longer than this. */
const MAX_CONNECTION_AGE_MS = 30_000;

/** Makes an agent close connections that are older than 30 s, including idle ones. */
export function closingOldConnections(agent: Agent): Agent {
  const openedAt = new WeakMap<Duplex, number>();
  const { createConnection, keepSocketAlive } = agent as Agent & {
    createConnection: (...args: unknown[]) => Duplex | undefined;
    keepSocketAlive: (socket: Duplex) => boolean;
  };
  return Object.assign(agent, {
    createConnection(...args: unknown[]) {
      const socket = createConnection.apply(agent, args);
      if (socket) openedAt.set(socket, performance.now());
      return socket;
    },
    keepSocketAlive(socket: Socket) {
      const leftMs = MAX_CONNECTION_AGE_MS - (performance.now() - (openedAt.get(socket) ?? 0));
      if (leftMs <= 0 || keepSocketAlive.call(agent, socket) === false) return false;
      // The agent closes an unused connection when its timeout passes.
      socket.setTimeout(leftMs);
      return true;
    },
  });
}
