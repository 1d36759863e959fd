import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWithTurn } from "./write-with-turn.ts";

let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  sockets = [connect(port), connect(port)];
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("what is written to sockets in one turn is sent at its end", async () => {
  for (const socket of sockets) {
    writeWithTurn(socket);
    socket.write("a");
    socket.write("b");
  }
  await Promise.resolve();
  expect(sockets.map(({ bytesWritten, writableLength }) => [bytesWritten, writableLength])).toEqual([
    [2, 2],
    [2, 2],
  ]);
  await endOfTurn();
  expect(sockets.map(({ writableLength }) => writableLength)).toEqual([0, 0]);
});

test("a socket that is destroyed before the end of the turn does not hold up others", async () => {
  const [destroyed, other] = sockets as [Socket, Socket];
  for (const socket of sockets) {
    writeWithTurn(socket);
    socket.write("a");
  }
  destroyed.destroy();
  await endOfTurn();
  expect(other.writableLength).toBe(0);
});

test("a socket that is passed twice in a turn writes at once in the next turn", async () => {
  const [socket] = sockets as [Socket];
  writeWithTurn(socket);
  writeWithTurn(socket);
  await endOfTurn();
  expect(socket.writableCorked).toBe(0);
});
