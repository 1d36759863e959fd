/** More concurrent mail than fits in memory, on the real program with a small heap (F15). */
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";

const mb = 1024 * 1024;
const heapMb = 512;
const sends = 200;
/** Base64 of zeros needs as much memory as any content, and little space when stored. */
const content = Buffer.alloc(20 * mb, "A");

let posthouse: Posthouse;
let key: string;
beforeAll(async () => {
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    env: { NODE_OPTIONS: `--max-old-space-size=${heapMb}`, DEFAULT_FROM: "test@posthouse.test" },
  });
  ({ key } = await signUpAndCreateKey(posthouse));
});
afterAll(() => stopAndRemove(posthouse));

type SendResponse = { status: number; retryAfter: string | undefined; code?: string; id?: string };

/** Sends an email with its own attachment. A refused client stops sending, as real clients do. */
function send(n: number, agent: Agent): Promise<SendResponse> {
  const own = Buffer.from(`number ${n}`.padEnd(15)).toString("base64");
  const head = Buffer.from(
    `{"to":"n${n}@sink.test","subject":"Number ${n}","text":"x","attachments":[{"filename":"a.bin","content":"${own}`,
  );
  const tail = Buffer.from('"}]}');
  const { promise, resolve, reject } = Promise.withResolvers<SendResponse>();
  const sending = request(`${posthouse.baseUrl}/api/v1/send`, {
    method: "POST",
    agent,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "content-length": head.length + content.length + tail.length,
    },
  });
  sending.on("error", reject);
  sending.on("response", async (response) => {
    const body = JSON.parse((await response.toArray()).join(""));
    resolve({
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"],
      code: body.error?.code,
      id: body.id,
    });
    sending.destroy();
  });
  sending.write(head);
  sending.write(content);
  sending.end(tail);
  return promise;
}

/** The peak memory of a process. */
function peakMbOf(pid: number): number {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

test("200 concurrent sends of 20 MB: some are accepted, the rest are asked to retry, and the process survives (F15)", async () => {
  const pids = posthouse.rolePids("api");
  const agent = new Agent({ maxSockets: sends });
  const answers = await Promise.all(Array.from({ length: sends }, (_, n) => send(n, agent)));
  agent.destroy();
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  // On a slow machine, the database may time out for some admitted requests, which get another error.
  const overloaded = refused.filter(({ code }) => code !== "unavailable");
  expect(overloaded.length).toBeGreaterThan(0);
  for (const answer of overloaded)
    expect(answer).toMatchObject({ status: 503, code: "overloaded", retryAfter: "1" });
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  for (const { id } of accepted) {
    const { status, body } = await callApi<{ attachments: unknown[] }>(
      posthouse.baseUrl,
      `/api/v1/emails/${id}`,
      { key },
    );
    expect({ status, attachments: body.attachments?.length }).toEqual({ status: 200, attachments: 1 });
  }
  expect(posthouse.rolePids("api")).toEqual(pids);
  const peaks = pids.map(peakMbOf);
  for (const peak of peaks) expect(peak).toBeLessThan(1.5 * heapMb);
  // All memory is released.
  expect(await send(sends, new Agent())).toMatchObject({ status: 200 });
});
