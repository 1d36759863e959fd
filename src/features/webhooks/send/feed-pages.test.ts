import { expect, test, vi } from "vitest";
import type { WebhookEvent } from "../webhook-event.ts";
import { FeedPages, PAGE } from "./feed-pages.ts";

const eventsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `${n}` }) as WebhookEvent);

test("webhooks of an account share a query, those of other accounts and positions do not", async () => {
  const read = vi.fn(async () => eventsOf(PAGE));
  const pages = new FeedPages(read);
  const [first, second] = await Promise.all([pages.after("a", "1"), pages.after("a", "1")]);
  expect(second.events).toBe(first.events);
  expect((await pages.after("a", "1")).events).toBe(first.events);
  expect(read).toHaveBeenCalledTimes(1);
  await pages.after("b", "1");
  await pages.after("a", "2");
  expect(read).toHaveBeenCalledTimes(3);
});

test("a page that is not full is read again after 200 ms, a full one after two seconds", async () => {
  vi.useFakeTimers();
  try {
    const counts = [1, PAGE, 0];
    const read = vi.fn(async () => eventsOf(counts.shift() ?? 0));
    const pages = new FeedPages(read);
    const lengthAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      return (await pages.after("a", "1")).events.length;
    };
    expect([await lengthAfter(0), await lengthAfter(199), await lengthAfter(1)]).toEqual([1, 1, PAGE]);
    expect([await lengthAfter(1_999), await lengthAfter(1)]).toEqual([PAGE, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test("a query that fails is not shared with later ones, and few pages stay in memory", async () => {
  const read = vi.fn(async () => eventsOf(0));
  read.mockRejectedValueOnce(new Error("down"));
  const pages = new FeedPages(read);
  await expect(pages.after("a", "1")).rejects.toThrow("down");
  expect((await pages.after("a", "1")).events).toEqual([]);
  for (let n = 0; n < 64; n += 1) await pages.after("b", `${n}`);
  await pages.after("a", "1");
  expect(read).toHaveBeenCalledTimes(67);
});
