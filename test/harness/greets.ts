import { connect } from "node:net";

/** Whether a program on this machine greets connections to the port. */
export function greets(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => resolve(false));
  socket.on("close", () => resolve(false));
  socket.on("data", () => {
    socket.end("QUIT\r\n");
    resolve(true);
  });
  return promise;
}
