import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadEmail, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { isAlive } from "../../harness/processes.ts";
import { until } from "../../harness/until.ts";

let posthouse: Posthouse;

beforeAll(async () => {
  posthouse = await startPosthouse({ env: { DEFAULT_FROM: "test@posthouse.test" } });
});
beforeEach(async () => {
  if (posthouse.exitCode !== null) await posthouse.start();
});
afterAll(() => stopAndRemove(posthouse));

const mail = { to: "someone@posthouse.test", subject: "kept", text: "x" };

function everyPid(): number[] {
  const pids = [posthouse.pid, ...posthouse.rolePids("api"), ...posthouse.rolePids("worker")];
  return [...pids, posthouse.postmasterPid()].filter((pid) => pid !== null);
}

async function ready(): Promise<void> {
  await until(() => posthouse.isReady(), { within: 30_000, what: "/readyz" });
}

test("each role runs in its own process, beside the supervisor and PostgreSQL", () => {
  expect(posthouse.rolePids("api")).toHaveLength(1);
  expect(posthouse.rolePids("worker")).toHaveLength(1);
  expect(new Set(everyPid()).size).toBe(4);
});

test.each(["api", "worker"] as const)(
  "a %s that is killed is started again, the other one lives on (F17)",
  async (role) => {
    const other = role === "api" ? "worker" : "api";
    const others = posthouse.rolePids(other);
    const killed = await posthouse.kill(role);
    const [fresh] = await until(
      () => (posthouse.rolePids(role).length === 1 ? posthouse.rolePids(role) : null),
      { within: 30_000, what: `a new ${role}` },
    );
    await ready();
    expect(killed).not.toContain(fresh);
    expect(posthouse.rolePids(other)).toEqual(others);
  },
);

test("a killed PostgreSQL is restarted, the roles reconnect, and no accepted mail is lost (F6)", async () => {
  const { key } = await signUpAndCreateKey(posthouse);
  const id = await sendEmail(posthouse.baseUrl, key, mail);
  const roles = [...posthouse.rolePids("api"), ...posthouse.rolePids("worker")];
  const [old] = await posthouse.kill("postgres");
  await until(() => posthouse.postmasterPid() !== null, { within: 30_000, what: "a new postmaster" });
  await ready();
  expect(posthouse.postmasterPid()).not.toBe(old);
  expect([...posthouse.rolePids("api"), ...posthouse.rolePids("worker")]).toEqual(roles);
  // The response of readyz may be half a second old, from before the kill.
  const email = await until(() => loadEmail(posthouse.baseUrl, key, id).catch(() => null), {
    within: 30_000,
    what: "the email",
  });
  expect(email).toMatchObject({ id });
});

test("a stop while PostgreSQL is being brought back stops that one too (F6, F18)", async () => {
  await posthouse.kill("postgres");
  expect(await posthouse.stop()).toBe(0);
  expect(posthouse.postmasterPid()).toBeNull();
  await posthouse.start();
  await ready();
});

test("a killed supervisor leaves no roles; the next start stops its PostgreSQL and keeps all accepted mail (F1)", async () => {
  const { key } = await signUpAndCreateKey(posthouse);
  const id = await sendEmail(posthouse.baseUrl, key, mail);
  const orphan = posthouse.postmasterPid();
  const roles = [...posthouse.rolePids("api"), ...posthouse.rolePids("worker")];
  await posthouse.kill("supervisor");
  await posthouse.start();
  await until(() => roles.every((pid) => !isAlive(pid)), {
    what: "the old roles to be gone",
  });
  expect(posthouse.postmasterPid()).not.toBe(orphan);
  expect(isAlive(orphan as number)).toBe(false);
  expect(posthouse.logs.join("\n")).toContain("stopped the PostgreSQL of a killed server");
  expect(await loadEmail(posthouse.baseUrl, key, id)).toMatchObject({ id });
});

test("SIGTERM ends all of it, with exit code 0 (F18)", async () => {
  const pids = everyPid();
  expect(await posthouse.stop()).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(posthouse.postmasterPid()).toBeNull();
});

test("a second SIGTERM does not wait for a role that does not stop (F18)", async () => {
  const [worker = 0] = posthouse.rolePids("worker");
  const pids = everyPid();
  process.kill(worker, "SIGSTOP");
  process.kill(posthouse.pid, "SIGTERM");
  await until(() => posthouse.rolePids("api").length === 0, { what: "the API to be gone" });
  expect(isAlive(posthouse.pid)).toBe(true);
  await until(
    () => {
      if (posthouse.exitCode === null) process.kill(posthouse.pid, "SIGTERM");
      // The process may be gone before its exit code arrives.
      return posthouse.exitCode !== null && pids.every((pid) => !isAlive(pid));
    },
    { what: "everything to be gone", every: 300 },
  );
  expect(posthouse.exitCode).toBe(1);
});
