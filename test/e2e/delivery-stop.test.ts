import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { type Posthouse, type Role, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

let sink: SmtpSink;
let posthouse: Posthouse;
let key: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  const faults = new URL("./faults-on-signal.ts", import.meta.url).href;
  posthouse = await startPosthouse({
    env: {
      SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      DEFAULT_FROM: "test@posthouse.test",
      NODE_OPTIONS: `--import=${faults}`,
    },
  });
  ({ key } = await signUpAndCreateKey(posthouse));
});
afterEach(() => {
  sink.setScript({});
  sink.messages.length = 0;
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await sink.close();
});

const send = (n: number) =>
  sendEmail(posthouse.baseUrl, key, { to: `n${n}@sink.test`, subject: `Number ${n}`, text: "x" });
const arrived = () => sink.messages.flatMap(({ recipients }) => recipients).sort();
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Keeps every conversation waiting after its dot, until `answer` is called. */
function holdDots(): { held: () => number; answer: () => void } {
  const leave = Promise.withResolvers<undefined>();
  let held = 0;
  sink.setScript({
    dot: () => {
      held += 1;
      return leave.promise;
    },
  });
  return { held: () => held, answer: () => leave.resolve(undefined) };
}

test.each<[Role, NodeJS.Signals, string]>([
  ["api", "SIGUSR2", "an exception"],
  ["api", "SIGWINCH", "a rejection"],
  ["worker", "SIGUSR2", "an exception"],
  ["worker", "SIGWINCH", "a rejection"],
])(
  "the %s ends at %s (%s) is logged, and the role restarts and keeps working (F17)",
  async (role, signal) => {
    const [before] = posthouse.rolePids(role);
    const logged = posthouse.logs.length;
    process.kill(before as number, signal);
    const successor = () => posthouse.rolePids(role).find((pid) => pid !== before);
    await until(() => successor(), { what: "a new process" });
    // Its last output may arrive after that of its successor.
    const isReported = () =>
      posthouse.logs.some(
        (line) => line.includes(`"pid":${before}`) && /unexpected (exception|rejection)/.test(line),
      );
    await until(isReported, { what: "why it died" });
    const died = await until(
      () => posthouse.logs.slice(logged).findLast((line) => line.includes('"process.died"')),
      { what: "that it died" },
    );
    expect(died).toContain("exit code 1");
    expect(died).toContain(`"role":"${role}"`);
    await until(() => posthouse.isReady(), { what: "readiness" });
    await send(1);
    await until(() => arrived().length === 1, { what: "the delivery" });
  },
);

test("SIGTERM: accepts nothing more, waits for replies to dots, releases the rest, exits 0; no duplicates (F18)", async () => {
  // More than the relay's connections, of which there are 20 at first and at most 200: their number may grow at any moment.
  const count = 250;
  const dots = holdDots();
  await Promise.all(numbers(count).map(send));
  await until(() => dots.held() >= 20, { what: "20 dots" });
  process.kill(posthouse.pid, "SIGTERM");
  await until(async () => !(await posthouse.isReady()), { what: "the API to be gone" });
  const isStopping = (line: string) =>
    line.includes('"process.stopping"') && line.includes('"process":"worker"');
  await until(() => posthouse.logs.some(isStopping), { what: "the worker to stop" });
  expect(posthouse.exitCode).toBeNull();
  dots.answer();
  // The test does not call stop(), which would send a second signal.
  await until(() => posthouse.exitCode !== null, { within: 30_000, what: "the end" });
  expect(posthouse.exitCode).toBe(0);
  // One on each connection: those that the replies left free took no further email.
  const inDot = dots.held();
  expect(inDot).toBeLessThanOrEqual(200);
  expect(arrived()).toHaveLength(inDot);
  // Released, and not left until their leases expire.
  expect(await countDue()).toBe(count - inDot);
  await posthouse.start();
  await until(() => arrived().length >= count, { within: 60_000, what: "the rest" });
  expect(arrived()).toEqual(
    numbers(count)
      .map((n) => `n${n}@sink.test`)
      .sort(),
  );
});

test("a second SIGTERM does not wait (F18)", async () => {
  const dots = holdDots();
  await send(1);
  await until(() => dots.held() === 1, { what: "the dot" });
  process.kill(posthouse.pid, "SIGTERM");
  await until(async () => !(await posthouse.isReady()), { what: "the API to be gone" });
  // Signals in quick succession count as one, so the signal is repeated until it counts as the second.
  await until(
    () => {
      if (posthouse.exitCode === null) process.kill(posthouse.pid, "SIGTERM");
      return posthouse.exitCode !== null;
    },
    { what: "the end", every: 400 },
  );
  // A stop that had waited would exit with 0.
  expect(posthouse.exitCode).toBe(1);
});

/** The number of recipients that can be claimed, in the data of a stopped program. */
async function countDue(): Promise<number> {
  const log = createLogger("silent", "test");
  const postgres = await startEmbeddedPostgres({ dataDir: posthouse.dataDir, log });
  const database = openDatabase(postgres.connectionString, { max: 1 });
  try {
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS due FROM recipients WHERE state = 'queued' AND due_at <= now()",
    );
    return rows[0].due;
  } finally {
    await database.close();
    await postgres.stop();
  }
}
