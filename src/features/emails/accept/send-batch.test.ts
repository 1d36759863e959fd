import { expect, onTestFinished, test, vi } from "vitest";
import { draftEmail } from "../../../../test/harness/stored-email.ts";
import type { Download } from "../attachments/download-all.ts";
import type { AcceptEmails } from "./accept-emails.ts";
import { createDraftEmail } from "./draft-email.ts";
import { IdempotentRequests } from "./idempotent-requests.ts";
import { createCheckBatch, createSendBatch } from "./send-batch.ts";
import type { SendRequest } from "./send-schema.ts";
import type { Sender } from "./sender.ts";

type Deps = Parameters<typeof createSendBatch>[0];

const sender = { accountId: "a", keyId: null, limits: null };
const plain: SendRequest = { to: "a@example.com", subject: "Hello", text: "Hello" };
const file = { path: "https://files.example/a.pdf" };
const withFile: SendRequest = { ...plain, attachments: [file] };

test("all downloads of a batch take at most 30 seconds together, and then no further one starts (C16, F15)", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const since = performance.now();
  const accepted: number[] = [];
  const acceptEmails = Object.assign(
    async ({ emails }: Parameters<AcceptEmails>[0]) => void accepted.push(emails.length),
    { checkSender: async () => undefined },
  );
  let fetched = 0;
  const download: Download = async (_url, { timeoutMs }) => {
    fetched += 1;
    vi.advanceTimersByTime(Math.min(8_000, timeoutMs));
    return timeoutMs < 8_000
      ? { ok: false, reason: "leads to a server that takes too long" }
      : { ok: true, bytes: Buffer.from("a"), contentType: null, filename: null };
  };
  const sendBatch = createSendBatch({
    acceptEmails,
    draftEmail: createDraftEmail({
      defaultSenderOf: async () => "sender@example.com",
      download,
      timeNow: async () => new Date(),
    }),
    idempotent: new IdempotentRequests(undefined as never),
  });
  const emails = [...Array.from({ length: 499 }, () => ({ ...withFile, attachments: [{ ...file }] })), plain];
  const { results } = await sendBatch({ mode: "per_item", emails }, sender);
  expect(performance.now() - since).toBeLessThanOrEqual(30_000);
  expect([accepted, fetched]).toEqual([[4], 4]);
  expect(results[4]).toMatchObject({ refused: { fields: [{ path: "attachments[0].path" }] } });
  expect(results[499]).toHaveProperty("id");
  await expect(sendBatch({ mode: "all_or_nothing", emails }, sender)).rejects.toMatchObject({ status: 422 });
});

test("other requests are served while a large batch is read (F15)", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const acceptEmails = Object.assign(async () => undefined, { checkSender: async () => undefined });
  const sendBatch = createSendBatch({
    acceptEmails,
    draftEmail: async () => {
      vi.advanceTimersByTime(20);
      return draftEmail("a", plain);
    },
    idempotent: new IdempotentRequests(undefined as never),
  });
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  onTestFinished(() => clearImmediate(next));
  await sendBatch({ mode: "per_item", emails: Array(50).fill(plain) }, sender);
  expect(turns).toBeGreaterThanOrEqual(49);
});

test("a batch stops being drafted when its client disconnects, and nothing of it is accepted", async () => {
  const batch = { emails: Array(10).fill(plain), mode: "all_or_nothing" as const };
  const drafted: number[] = [];
  let accepted = 0;
  const countAccepted = async () => {
    accepted += 1;
  };
  const acceptEmails = Object.assign(countAccepted, {
    checkSender: async () => undefined,
  });
  const operations = [
    (deps: Deps, from: Sender) => createSendBatch(deps)(batch, from),
    (deps: Deps, from: Sender) => createCheckBatch(deps)(batch.emails, from),
  ];
  for (const operation of operations) {
    const leaving = new AbortController();
    let count = 0;
    const countUntilLeft = async () => {
      count += 1;
      if (count === 3) leaving.abort(new Error("the client disconnected"));
      return draftEmail("a", plain);
    };
    const idempotent = new IdempotentRequests(undefined as never);
    const done = operation(
      { acceptEmails, draftEmail: countUntilLeft, idempotent },
      { ...sender, signal: leaving.signal },
    );
    await expect(done).rejects.toThrow("the client disconnected");
    drafted.push(count);
  }
  expect([drafted, accepted]).toEqual([[3, 3], 0]);
});
