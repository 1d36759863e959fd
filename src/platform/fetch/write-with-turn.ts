import type { Socket } from "node:net";

let corked: Socket[] = [];

/**
 * Delays what is written to a socket until the end of this turn of the event loop, and then writes to all such sockets one after the
 * other. If the receiver is on the same machine and idle, each write wakes it, which takes up to twice as long as the write itself. When
 * several are written in a row, only the first wakes it.
 */
export function writeWithTurn(socket: Socket): void {
  socket.cork();
  corked.push(socket);
  if (corked.length === 1) setImmediate(writeAll);
}

function writeAll(): void {
  const sockets = corked;
  corked = [];
  for (const socket of sockets) socket.uncork();
}
