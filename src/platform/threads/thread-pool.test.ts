import { afterEach, expect, test } from "vitest";
import { until } from "../../../test/harness/until.ts";
import { JobGivenUp, ThreadNotStarted, ThreadPool } from "./index.ts";

type EchoJobs = { echo: (input: unknown) => unknown };
const script = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
/** A thread script that runs `code` for each job; `input` is the job's input. */
const jobs = (code: string, before = "") =>
  script(
    `import { parentPort } from "node:worker_threads"; ${before}
    const answer = (value) => parentPort.postMessage({ value });
    parentPort.on("message", ({ input }) => { ${code} }); parentPort.postMessage(null);`,
  );
const echo = jobs("answer(input)");
const forever = { deadlineMs: 60_000 };

let pool: ThreadPool<EchoJobs> | undefined;
afterEach(() => pool?.stop());
const open = (options: ConstructorParameters<typeof ThreadPool>[0]) => {
  pool = new ThreadPool<EchoJobs>(options);
  return pool;
};

test("a job runs in a thread, which ends when it is idle", async () => {
  const pool = open({ script: echo, idleMs: 50 });
  expect(pool.threadCount).toBe(0);
  expect(await Promise.all([pool.run("echo", 1, forever), pool.run("echo", 2, forever)])).toEqual([1, 2]);
  await until(() => pool.threadCount === 0, { what: "the thread to end" });
  expect(await pool.run("echo", 3, forever)).toBe(3);
});

test("the start of a thread does not count towards the job's deadline", async () => {
  const slowly = "const end = performance.now() + 1_500; while (performance.now() < end);";
  const pool = open({ script: jobs("answer(input)", slowly) });
  expect(await pool.run("echo", 1, { deadlineMs: 1_000 })).toBe(1);
});

test.each([
  ["never ends", "for (;;);"],
  ["uses all memory", "const all = []; for (;;) all.push(new Array(100_000).fill({}));"],
  ["throws outside of its job", "setImmediate(() => { throw new Error() });"],
  ["fails", "parentPort.postMessage({ problem: 'no' })"],
])("a job that %s is aborted, and the next one gets another thread (G11)", async (_, code) => {
  const pool = open({ script: jobs(`if (input !== "good") { ${code} } else answer(input);`) });
  await expect(pool.run("echo", "bad", { deadlineMs: 1_000 })).rejects.toBeInstanceOf(JobGivenUp);
  expect(pool.threadCount).toBe(0);
  expect(await pool.run("echo", "good", { deadlineMs: 20_000 })).toBe("good");
});

test("a thread that does not start does not count as a failure of the job, and the next job tries again", async () => {
  const pool = open({ script: script("throw new Error('no memory')") });
  for (let n = 0; n < 2; n += 1)
    await expect(pool.run("echo", 1, forever)).rejects.toBeInstanceOf(ThreadNotStarted);
  expect(pool.threadCount).toBe(0);
});

test("a stop does not wait for a thread to start", async () => {
  const stopping = new AbortController();
  const pool = open({ script: script("setInterval(() => undefined, 1_000)"), stopping: stopping.signal });
  const job = expect(pool.run("echo", 1, forever)).rejects.toBeInstanceOf(ThreadNotStarted);
  stopping.abort();
  await job;
  expect(pool.threadCount).toBe(0);
});

test("an aborted job does not start; one that is running ends with its thread", async () => {
  const pool = open({ script: jobs("if (input === 'good') { answer(input); } else for (;;);") });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const jobsLeft = [running, waiting].map(({ signal }) =>
    expect(pool.run("echo", "bad", { ...forever, signal })).rejects.toThrow("left"),
  );
  waiting.abort(new Error("left"));
  await jobsLeft[1];
  running.abort(new Error("left"));
  await jobsLeft[0];
  expect(await pool.run("echo", "good", forever)).toBe("good");
});

test("owners take turns, however many jobs one of them has", async () => {
  const pool = open({ script: echo });
  const done: string[] = [];
  const run = async (owner: string, input: string) =>
    done.push(String(await pool.run("echo", input, { ...forever, owner })));
  await Promise.all([
    ...["a1", "a2", "a3", "a4"].map((input) => run("a", input)),
    ...["b1", "b2"].map((input) => run("b", input)),
  ]);
  expect(done).toEqual(["a1", "a2", "b1", "a3", "b2", "a4"]);
});

test("one owner never gets all threads, so another owner's job starts beside its long ones", async () => {
  const pool = open({ script: jobs("if (input !== 'long') answer(input);"), threads: 2 });
  const ends = new AbortController();
  const long = ["long", "long", "long"].map((input) =>
    pool.run("echo", input, { ...forever, owner: "a", signal: ends.signal }).catch(() => "ended"),
  );
  await until(() => pool.threadCount > 0, { what: "a long job to run" });
  expect(await pool.run("echo", 1, { ...forever, owner: "b" })).toBe(1);
  expect(await pool.run("echo", 2, { ...forever, owner: "b" })).toBe(2);
  ends.abort();
  expect(await Promise.all(long)).toEqual(["ended", "ended", "ended"]);
});
