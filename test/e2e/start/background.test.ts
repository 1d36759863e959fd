import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../../harness/api-client.ts";
import { createTestDatabase } from "../../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { until } from "../../harness/until.ts";

let posthouse: Posthouse;

beforeAll(async () => {
  posthouse = await startPosthouse({ database: await createTestDatabase(), roles: ["api"] });
});
afterAll(() => stopAndRemove(posthouse));

const background = () => posthouse.rolePids("background")[0] ?? null;
/** The scheduling priority, from -20 to 19: field 19 of proc_pid_stat(5). */
const niceOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[16]);

test("the background process starts with the first webhook, has a low priority, and comes back after a kill", async () => {
  const { key } = await signUpAndCreateKey(posthouse);
  expect(background()).toBeNull();
  await callApi(posthouse.baseUrl, "/api/v1/webhooks", { key, body: { url: "https://hooks.example/mail" } });
  const first = await until(background, { what: "the background process" });
  await until(() => niceOf(first) === 19, { what: "its low priority" });
  process.kill(first, "SIGKILL");
  await until(() => (background() !== null && background() !== first ? background() : null), {
    what: "the next one",
  });
  expect(posthouse.rolePids("background")).toHaveLength(1);
});

test("an instance with a webhook starts it again after a restart, and stops it", async () => {
  expect(await posthouse.stop()).toBe(0);
  await posthouse.start();
  await until(background, { what: "the background process" });
});
