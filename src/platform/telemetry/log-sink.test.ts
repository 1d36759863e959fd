import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodePath } from "../../../test/harness/node-path.ts";
import { createLogSink } from "./log-sink.ts";

const telemetry = fileURLToPath(new URL("./index.ts", import.meta.url));

/** Logs 20 MB, and then reports the cost on standard error. */
const chatty = `
  const { createLogger } = await import(${JSON.stringify(telemetry)});
  process.on("SIGTERM", () => process.exit(7));
  const log = createLogger("info", "chatty");
  const began = performance.now();
  for (let n = 0; n < 20_000; n += 1) log.info({ event: "http.request", text: "x".repeat(1_000) }, "line");
  process.stderr.write(String(performance.now() - began));
  setInterval(() => undefined, 1_000);
`;

test("a process whose log is not read keeps working, uses bounded memory, and can be stopped (F25)", async () => {
  const child = spawn(nodePath, ["--input-type=module", "-e", chatty], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    // Standard output is never read: its pipe is full after 64 kB.
    const [report] = await once(child.stderr, "data");
    expect(Number(String(report))).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(7);
  } finally {
    child.kill("SIGKILL");
  }
});

test("dropped lines are counted and reported when the log is read again (F25)", () => {
  const written: string[] = [];
  const output = { writableLength: 0, on: () => output, write: (line: string) => written.push(line) > 0 };
  const sink = createLogSink(output as never);
  sink.write("one\n");
  output.writableLength = 5 * 1024 * 1024;
  sink.write("two\n");
  sink.write("three\n");
  output.writableLength = 0;
  sink.write("four\n");
  expect(written[0]).toBe("one\n");
  expect(JSON.parse(written[1] ?? "")).toMatchObject({ event: "log.dropped", lines: 2 });
  expect(written[2]).toBe("four\n");
});

test("the process continues when the reader of its log exits", async () => {
  const child = spawn(nodePath, ["--input-type=module", "-e", chatty], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    child.stdout.destroy();
    await once(child.stderr, "data");
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(7);
  } finally {
    child.kill("SIGKILL");
  }
});
