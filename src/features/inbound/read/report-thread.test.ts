import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { readReport } from "../../../mail/report/index.ts";
import { ReportThread } from "./report-thread.ts";

const bounceMessage = Buffer.from(
  "From: MAILER-DAEMON@mx.test\r\nSubject: failure bounceMessage\r\n\r\n<gone@elsewhere.test>: 550 5.1.1 User unknown\r\n",
);
test("a thread reads reports with the same result, and ends when idle (G11)", async () => {
  const thread = new ReportThread({ idleMs: 50 });
  expect(thread.isRunning).toBe(false);
  expect(await Promise.all([thread.read(bounceMessage), thread.read(bounceMessage)])).toEqual([
    readReport(bounceMessage),
    expect.objectContaining({ kind: "bounce" }),
  ]);
  await until(() => !thread.isRunning, { what: "the thread to end" });
  expect(await thread.read(bounceMessage)).toEqual(readReport(bounceMessage));
  await thread.stop();
  expect(thread.isRunning).toBe(false);
});

test("a report that exceeds the timeout is abandoned (G11)", async () => {
  const thread = new ReportThread({
    script: new URL(
      `data:text/javascript,${encodeURIComponent('import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { for (;;); }); parentPort.postMessage(null);')}`,
    ),
    timeoutMs: 500,
  });
  expect(await thread.read(bounceMessage)).toBeNull();
  expect(thread.isRunning).toBe(false);
  await thread.stop();
});
