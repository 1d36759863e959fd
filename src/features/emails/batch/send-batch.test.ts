import { expect, onTestFinished, test, vi } from "vitest";
import { orThrow } from "../../../platform/errors/index.ts";
import type { Download } from "../attachments/download-all.ts";
import { IdempotentRequests } from "../idempotency/idempotent-requests.ts";
import type { SendRequest } from "../schema/send-schema.ts";
import type { AcceptPipeline } from "../send/accept-pipeline.ts";
import type { SendDeps } from "../send/send-email.ts";
import type { Sender } from "../sender.ts";
import { checkBatch, sendBatch } from "./send-batch.ts";

/** Records the number of emails of each accepted request, and stores nothing. */
function recordingDeps(deps: Partial<SendDeps> = {}) {
  const accepted: number[] = [];
  const pipeline: Pick<AcceptPipeline, "accept" | "senderError"> = {
    accept: async ({ emails }) => {
      accepted.push(emails.length);
      return "stored";
    },
    senderError: async () => null,
  };
  const sending: SendDeps = {
    pipeline: pipeline as AcceptPipeline,
    idempotent: new IdempotentRequests(undefined as never),
    defaultSenderOf: async () => "sender@example.com",
    download: () => expect.unreachable(),
    timeNow: async () => new Date(),
    ...deps,
  };
  return { accepted, sending };
}

const sender = { accountId: "a", keyId: null, limits: null };
const plain: SendRequest = { to: "a@example.com", subject: "Hello", text: "Hello" };
const file = { path: "https://files.example/a.pdf" };
const withFile: SendRequest = { ...plain, attachments: [file] };

test("all downloads of a batch take at most 30 seconds together, and then no further one starts (C16, F15)", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const since = performance.now();
  let fetched = 0;
  const download: Download = async (_url, { timeoutMs }) => {
    fetched += 1;
    vi.advanceTimersByTime(Math.min(8_000, timeoutMs));
    return timeoutMs < 8_000
      ? { ok: false, reason: "leads to a server that takes too long" }
      : { ok: true, bytes: Buffer.from("a"), contentType: null, filename: null };
  };
  const { accepted, sending } = recordingDeps({ download });
  const emails = [...Array.from({ length: 499 }, () => ({ ...withFile, attachments: [{ ...file }] })), plain];
  const { results } = orThrow(await sendBatch(sending, { mode: "per_item", emails }, sender));
  expect(performance.now() - since).toBeLessThanOrEqual(30_000);
  expect([accepted, fetched]).toEqual([[4], 4]);
  expect(results[4]).toMatchObject({ refused: { fields: [{ path: "attachments[0].path" }] } });
  expect(results[499]).toHaveProperty("id");
  expect(await sendBatch(sending, { mode: "all_or_nothing", emails }, sender)).toMatchObject({ status: 422 });
});

test("other requests are served while a large batch is read (F15)", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { sending } = recordingDeps({
    defaultSenderOf: async () => {
      vi.advanceTimersByTime(20);
      return "sender@example.com";
    },
  });
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  onTestFinished(() => clearImmediate(next));
  await sendBatch(sending, { mode: "per_item", emails: Array(50).fill(plain) }, sender);
  expect(turns).toBeGreaterThanOrEqual(49);
});

test("a batch stops being drafted when its client disconnects, and nothing of it is accepted", async () => {
  const batch = { emails: Array(10).fill(plain), mode: "all_or_nothing" as const };
  const drafted: number[] = [];
  const operations = [
    (deps: SendDeps, from: Sender) => sendBatch(deps, batch, from),
    (deps: SendDeps, from: Sender) => checkBatch(deps, batch.emails, from),
  ];
  for (const operation of operations) {
    const leaving = new AbortController();
    let count = 0;
    const { accepted, sending } = recordingDeps({
      defaultSenderOf: async () => {
        count += 1;
        if (count === 3) leaving.abort(new Error("the client disconnected"));
        return "sender@example.com";
      },
    });
    const done = operation(sending, { ...sender, signal: leaving.signal });
    await expect(done).rejects.toThrow("the client disconnected");
    drafted.push(count);
    expect(accepted).toEqual([]);
  }
  expect(drafted).toEqual([3, 3]);
});
