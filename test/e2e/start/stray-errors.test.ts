/** Which uncaught errors end the process, and which only a request (decision 42). */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendRaw, statusOf } from "../../harness/http/raw-request.ts";
import { nodePath } from "../../harness/node-path.ts";
import { until } from "../../harness/until.ts";

let child: ChildProcess;
let port: number;
let logs: string;

beforeEach(async () => {
  const role = fileURLToPath(new URL("forgetful-role.ts", import.meta.url));
  child = fork(role, { execPath: nodePath, execArgv: [], stdio: ["ignore", "pipe", "pipe", "ipc"] });
  logs = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes) => {
      logs += String(bytes);
    });
  const [message] = await Promise.race([once(child, "message"), once(child, "exit").then(() => [logs])]);
  port = Number(new URL((message as { result: { api: string } }).result.api).port);
});
afterEach(async () => {
  if (child.exitCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
});

const get = (path: string, ...headers: string[]) =>
  sendRaw(port, {
    parts: [[`GET ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n")],
    ending: "read",
  });

test("an unhandled stream error caused by a client is logged and ends only its request", async () => {
  await get("/api/stream", "Transfer-Encoding: xchunked");
  await until(() => logs.includes("process.error_contained"), { what: "the log line" });
  expect(statusOf(await get("/healthz"))).toBe(200);
  expect(child.exitCode).toBe(null);
});

test("an error in a route returns 500 and ends no process", async () => {
  expect(statusOf(await get("/api/throw"))).toBe(500);
  expect(statusOf(await get("/healthz"))).toBe(200);
});

test.each([
  ["an exception in a timer", "/api/timer"],
  ["an unhandled rejection", "/api/promise"],
  ["a reset of a connection that is not a client's", "/api/reset"],
])("%s ends the process, although a request began it (F17)", async (_what, path) => {
  const exit = once(child, "exit");
  await get(path);
  expect((await exit)[0]).toBe(1);
  expect(logs).toContain("process.crashed");
});
