import { expect, test } from "vitest";
import { until } from "../../../../test/harness/until.ts";
import { readReport } from "../../../mail/report/index.ts";
import { ReportThread, ThreadNotStarted } from "./report-thread.ts";

const notice = Buffer.from(
  "From: MAILER-DAEMON@mx.test\r\nSubject: failure notice\r\n\r\n<gone@elsewhere.test>: 550 5.1.1 User unknown\r\n",
);
const script = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const waitsThen = (code: string, before = "") =>
  script(
    `import { parentPort } from "node:worker_threads"; ${before} parentPort.on("message", () => { ${code} }); parentPort.postMessage(null);`,
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

test("on a machine that takes long to start a thread, a report is not given up for it", async () => {
  const slowly = "const end = performance.now() + 1_500; while (performance.now() < end);";
  const thread = new ReportThread({
    script: waitsThen("parentPort.postMessage({ kind: 'other' })", slowly),
    patienceMs: 1_000,
  });
  expect(await thread.read(notice)).toEqual({ kind: "other" });
  await thread.stop();
});

test("a thread that does not start leaves its report for another time, and the next one a try of its own", async () => {
  const thread = new ReportThread({ script: script("throw new Error('no memory')") });
  for (let n = 0; n < 2; n += 1) await expect(thread.read(notice)).rejects.toBeInstanceOf(ThreadNotStarted);
  expect(thread.isRunning).toBe(false);
  await thread.stop();
});

test("a stop does not wait for a thread to start", async () => {
  const stopping = new AbortController();
  const thread = new ReportThread({
    script: script("setInterval(() => undefined, 1_000)"),
    stopping: stopping.signal,
  });
  const reading = expect(thread.read(notice)).rejects.toBeInstanceOf(ThreadNotStarted);
  stopping.abort();
  await reading;
  await thread.stop();
  expect(thread.isRunning).toBe(false);
});

test.each([
  ["never ends", "for (;;);"],
  ["takes all memory", "const all = []; for (;;) all.push(new Array(100_000).fill({}));"],
  ["throws", "throw new Error()"],
])("G11 what %s is given up, and this thread stays free", async (_, code) => {
  const thread = new ReportThread({ script: waitsThen(code), patienceMs: 500 });
  expect(await thread.read(notice)).toBeNull();
  expect(thread.isRunning).toBe(false);
  await thread.stop();
});
