import { expect, onTestFinished, test, vi } from "vitest";
import { draftEmail } from "../../../../test/harness/stored-email.ts";
import type { AcceptEmails } from "./accept-emails.ts";
import { createSendBatch } from "./send-batch.ts";
import type { SendDeps } from "./send-email.ts";
import type { SendRequest } from "./send-schema.ts";

const sender = { accountId: "a", keyId: null, limits: null };
const plain: SendRequest = { to: "a@example.com", subject: "Hello", text: "Hello" };
const withFile: SendRequest = { ...plain, attachments: [{ path: "https://files.example/a.pdf" }] };

test("C16 files that are slow to fetch hold a batch up for a minute and a half, not for hours", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const accepted: number[] = [];
  const acceptEmails = Object.assign(
    async ({ emails }: Parameters<AcceptEmails>[0]) => void accepted.push(emails.length),
    { checkSender: async () => undefined },
  );
  const sendBatch = createSendBatch({
    acceptEmails,
    draftEmail: async (request) => {
      if (request.attachments) vi.advanceTimersByTime(30_000);
      return draftEmail("a", plain);
    },
    idempotent: undefined as unknown as SendDeps["idempotent"],
  });
  const emails = [...Array<SendRequest>(499).fill(withFile), plain];
  const { results } = await sendBatch({ mode: "per_item", emails }, sender);
  expect(performance.now()).toBeLessThanOrEqual(90_000);
  expect(accepted).toEqual([4]);
  expect(results[3]).toMatchObject({ refused: { fields: [{ path: "attachments" }] } });
  expect(results[499]).toHaveProperty("id");
  await expect(sendBatch({ mode: "all_or_nothing", emails }, sender)).rejects.toMatchObject({ status: 422 });
});

test("F15 others are served while a large batch is read", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const acceptEmails = Object.assign(async () => undefined, { checkSender: async () => undefined });
  const sendBatch = createSendBatch({
    acceptEmails,
    draftEmail: async () => {
      vi.advanceTimersByTime(20);
      return draftEmail("a", plain);
    },
    idempotent: undefined as unknown as SendDeps["idempotent"],
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
