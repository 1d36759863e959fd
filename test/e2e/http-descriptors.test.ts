/** F16: more connections than the process has file descriptors for. The real program under `ulimit -n 256`. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";

const descriptors = 256;
const connections = 400;

let posthouse: Posthouse;
let key: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    wrap: ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh"],
    env: { DEFAULT_FROM: "test@posthouse.test" },
  });
  ({ key } = await signUpAndCreateKey(posthouse));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await stopAndRemove(posthouse);
});

type Connection = { socket: Socket; text: string; isClosed: boolean };

async function open(): Promise<Connection> {
  const socket = connect(posthouse.port, "127.0.0.1");
  sockets.push(socket);
  const connection = { socket, text: "", isClosed: false };
  socket.on("data", (bytes) => {
    connection.text += String(bytes);
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    connection.isClosed = true;
  });
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return connection;
}

/** Sends one request on a connection that stays open. */
async function ask(connection: Connection): Promise<"answered" | "closed"> {
  connection.text = "";
  connection.socket.write(
    `GET /api/v1/emails?limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  await until(() => connection.isClosed || connection.text.includes("\r\n\r\n"), {
    within: 60_000,
    what: "an answer, or the end of the connection",
  });
  return connection.text.startsWith("HTTP/1.1 200") ? "answered" : "closed";
}

test("400 connections on 256 descriptors: those that fit are served, the rest closed, and it recovers (F16)", async () => {
  const pids = [posthouse.rolePids("api"), posthouse.rolePids("worker")];
  const opened = await Promise.all(Array.from({ length: connections }, open));
  const outcomes = await Promise.all(opened.map(ask));
  const served = opened.filter((_, n) => outcomes[n] === "answered");
  expect(served.length).toBeGreaterThan(100);
  expect(served.length).toBeLessThan(descriptors);
  // Open connections keep working, with everything that a request needs, such as database connections.
  expect(new Set(await Promise.all(served.map(ask)))).toEqual(new Set(["answered"]));
  for (const { socket } of opened) socket.destroy();
  await until(() => posthouse.isReady(), { within: 30_000, what: "a new connection to be served" });
  const id = await sendEmail(posthouse.baseUrl, key, { to: "a@sink.test", subject: "After", text: "x" });
  await until(async () => (await loadEmail(posthouse.baseUrl, key, id)).status === "captured", {
    within: 30_000,
    what: "the email to be delivered",
  });
  expect([posthouse.rolePids("api"), posthouse.rolePids("worker")]).toEqual(pids);
});
