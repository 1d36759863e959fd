import type { Server, Socket } from "node:net";
import type { ConnectionCaps } from "./connection-caps.ts";

type CapOptions = {
  caps: ConnectionCaps;
  networkOf: (ip: string) => string;
  /** TLS from the first byte: then a refusal has no words. */
  secure: boolean;
};

const places = new WeakMap<Socket, () => void>();

/** Before TLS and the library, so that handshakes count too. */
export function capConnections(server: Server, { caps, networkOf, secure }: CapOptions): void {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const leave = caps.enter(networkOf(socket.remoteAddress ?? ""));
    if (!leave) {
      refuse(socket, { secure });
      return;
    }
    places.set(socket, leave);
    socket.once("close", leave);
    accept?.call(server, socket);
  });
}

/** The library takes all listeners off a socket that changes to TLS; without this one its place would stay taken for ever. */
export function keepPlaceUntilClosed(socket: Socket): void {
  const leave = places.get(socket);
  if (!leave) return;
  if (socket.destroyed) leave();
  else socket.once("close", leave);
}

function refuse(socket: Socket, { secure }: { secure: boolean }): void {
  socket.on("error", () => undefined);
  if (secure) socket.destroy();
  else socket.end("421 4.7.0 Too many connections; try again later\r\n", () => socket.destroy());
}
