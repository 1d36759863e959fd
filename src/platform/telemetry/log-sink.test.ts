import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodePath } from "../../../test/harness/node-path.ts";
import { createLogSink } from "./log-sink.ts";

const telemetry = fileURLToPath(new URL("./index.ts", import.meta.url));

/** Logs 20 MB, and then says on standard error what it cost. */
const chatty = `
  const { createLogger } = await import(${JSON.stringify(telemetry)});
  process.on("SIGTERM", () => process.exit(7));
  const log = createLogger("info", "chatty");
  const began = performance.now();
  for (let n = 0; n < 20_000; n += 1) log.info({ event: "http.request", text: "x".repeat(1_000) }, "line");
  process.stderr.write(String(performance.now() - began));
  setInterval(() => undefined, 1_000);
`;

test("a log that nobody reads holds up nothing, costs bounded memory, and keeps nobody from stopping (F25)", async () => {
  const child = spawn(nodePath, ["--input-type=module", "-e", chatty], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    // Standard output is never read: its pipe is full after 64 kB.
    const [said] = await once(child.stderr, "data");
    expect(Number(String(said))).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect((await once(child, "exit"))[0]).toBe(7);
  } finally {
    child.kill("SIGKILL");
  }
});

test("what is dropped is counted, and said as soon as somebody reads again (F25)", () => {
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

test("a reader that has gone takes no process with it", async () => {
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
