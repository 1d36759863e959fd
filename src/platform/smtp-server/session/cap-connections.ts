import type { Server, Socket } from "node:net";
import type { ConnectionCaps } from "./connection-caps.ts";

type CapOptions = {
  caps: ConnectionCaps;
  networkOf: (ip: string) => string;
  /** Implicit TLS. A refused client then gets no reply. */
  secure: boolean;
};

const slots = new WeakMap<Socket, () => void>();

/**
 * Limits the connections of a server. It runs before TLS and the library, so that connections count during their handshake
 * too.
 */
export function capConnections(server: Server, { caps, networkOf, secure }: CapOptions): void {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const leave = caps.enter(networkOf(socket.remoteAddress ?? ""));
    if (!leave) {
      refuse(socket, { secure });
      return;
    }
    slots.set(socket, leave);
    socket.once("close", leave);
    accept?.call(server, socket);
  });
}

/**
 * Adds the listener that releases the socket's slot again, because the library removes all listeners from a socket that
 * switches to TLS.
 */
export function keepPlaceUntilClosed(socket: Socket): void {
  const leave = slots.get(socket);
  if (!leave) return;
  if (socket.destroyed) leave();
  else socket.once("close", leave);
}

function refuse(socket: Socket, { secure }: { secure: boolean }): void {
  socket.on("error", () => undefined);
  if (secure) socket.destroy();
  else socket.end("421 4.7.0 Too many connections; try again later\r\n", () => socket.destroy());
}
