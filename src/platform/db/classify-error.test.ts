import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { toAppError } from "../http/errors/to-app-error.ts";
import { isConflict, isRolledBack, isUnavailable } from "./classify-error.ts";
import { openDatabase } from "./index.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each(["08006", "53300", "53100", "57P01", "57P03", "58030", "25006", "40001", "40P01"])(
  "SQLSTATE %s is an outage (F6)",
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
);

test.each(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR"])(
  "%s without a system call is an outage: TLS has it so (F6)",
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
);

test.each(["23505", "22001", "42P01", "ERR_INVALID_ARG_TYPE", "FST_ERR_VALIDATION"])(
  "%s is not an outage",
  (code) => expect(isUnavailable(withCode(code))).toBe(false),
);

test.each([
  "Connection terminated unexpectedly",
  "Query read timeout",
  "timeout exceeded when trying to connect",
  "There was an error establishing an SSL connection",
])("the pg error %j is an outage", (message) => expect(isUnavailable(new Error(message))).toBe(true));

test.each([
  [withCode("25006"), true],
  [withCode("53100"), true],
  [withCode("40P01"), true],
  [withCode("57014"), true],
  [withCode("57P01"), false],
  [new Error("Connection terminated unexpectedly"), false],
  [new Error("Query read timeout"), false],
  [new Error("timeout exceeded when trying to connect"), true],
  [new Error("There was an error establishing an SSL connection"), true],
  [withCode("ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"), false],
  [withCode("ECONNRESET"), false],
])("after %s, the statement is certainly rolled back: %s (F7)", (error, rolledBack) => {
  expect(isRolledBack(error)).toBe(rolledBack);
});

test.each([
  ["40001", true],
  ["40P01", true],
  ["40003", false],
  ["57014", false],
  ["53100", false],
])("SQLSTATE %s is a conflict with other transactions: %s (F6)", (code, expected) => {
  expect(isConflict(withCode(code))).toBe(expected);
  expect(isRolledBack(withCode(code)) || !expected).toBe(true);
});

test("a refused connection is an outage, a missing file is not", async () => {
  const refused = await new Promise((resolve) =>
    connect("/nonexistent/.s.PGSQL.5432").once("error", resolve),
  );
  expect(isUnavailable(refused)).toBe(true);
  expect(isUnavailable(Object.assign(new Error("x"), { code: "ENOENT", syscall: "open" }))).toBe(false);
});

test.each<[string, (socket: Socket) => void]>([
  ["is closed", (socket) => socket.end()],
  ["is reset", (socket) => socket.resetAndDestroy()],
  ["gets bytes that are not TLS", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
])("a connection that %s during the TLS handshake is an outage", async (_what, fail) => {
  const error = await errorOfTls((socket) => {
    socket.write("S");
    socket.once("data", () => fail(socket));
  });
  expect([isUnavailable(error), toAppError(error).code]).toEqual([true, "unavailable"]);
});

test("a server that replies to the request for TLS with an error is an outage", async () => {
  const error = await errorOfTls((socket) => socket.end("E"));
  expect([isUnavailable(error), isRolledBack(error)]).toEqual([true, true]);
});

/** The error of a query, if the server replies to the request for TLS with `reply`. */
async function errorOfTls(reply: (socket: Socket) => void): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => reply(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const database = openDatabase(`postgres://u:p@127.0.0.1:${port}/x?sslmode=require&uselibpqcompat=true`, {
    max: 1,
  });
  try {
    return await database.pool.query("SELECT 1").catch((error: unknown) => error);
  } finally {
    await database.close();
    server.close();
  }
}
