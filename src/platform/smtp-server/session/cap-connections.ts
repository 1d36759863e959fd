import type { Server, Socket } from "node:net";
import type { ConnectionCaps } from "./connection-caps.ts";

type CapOptions = {
  caps: ConnectionCaps;
  networkOf: (ip: string) => string;
  /** TLS from the first byte: then a refusal has no words. */
  secure: boolean;
};

/** Before TLS and the library, so that handshakes count too. */
export function capConnections(server: Server, { caps, networkOf, secure }: CapOptions): void {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    if (!caps.enter(network)) {
      refuse(socket, { secure });
      return;
    }
    socket.once("close", () => caps.leave(network));
    accept?.call(server, socket);
  });
}

function refuse(socket: Socket, { secure }: { secure: boolean }): void {
  socket.on("error", () => undefined);
  if (secure) socket.destroy();
  else socket.end("421 4.7.0 Too many connections; try again later\r\n", () => socket.destroy());
}
