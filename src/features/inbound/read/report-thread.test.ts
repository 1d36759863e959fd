import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { readReport } from "../../../mail/report/index.ts";
import { ReportThread } from "./report-thread.ts";

const notice = Buffer.from(
  "From: MAILER-DAEMON@mx.test\r\nSubject: failure notice\r\n\r\n<gone@elsewhere.test>: 550 5.1.1 User unknown\r\n",
);
test("G11 a report is read in a thread as it would be here; the thread ends when nothing comes", async () => {
  const thread = new ReportThread({ idleMs: 50 });
  expect(thread.isRunning).toBe(false);
  expect(await Promise.all([thread.read(notice), thread.read(notice)])).toEqual([
    readReport(notice),
    expect.objectContaining({ kind: "bounce" }),
  ]);
  await until(() => !thread.isRunning, { within: 5_000, what: "the thread to end" });
  expect(await thread.read(notice)).toEqual(readReport(notice));
  await thread.stop();
  expect(thread.isRunning).toBe(false);
});

test("a report that takes too long is given up (G11)", async () => {
  const thread = new ReportThread({
    script: new URL(
      `data:text/javascript,${encodeURIComponent('import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { for (;;); }); parentPort.postMessage(null);')}`,
    ),
    patienceMs: 500,
  });
  expect(await thread.read(notice)).toBeNull();
  expect(thread.isRunning).toBe(false);
  await thread.stop();
});
