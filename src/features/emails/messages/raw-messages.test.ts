import { expect, test } from "vitest";
import { blockedHere, leastBlocked } from "../../../../test/harness/event-loop-watch.ts";
import { hostileMessages } from "../../../../test/harness/hostile-messages.ts";
import { attachmentOfRaw, showRaw } from "./raw-messages.ts";

let count = 0;
const stored = (raw: Buffer) => ({ accountId: "a", hash: `hash ${++count}`, raw });
const message = (fields: string, body: string) =>
  Buffer.from(`From: a@example.com\r\nMIME-Version: 1.0\r\n${fields}\r\n\r\n${body}`);

const withFile = message(
  "Content-Type: multipart/mixed; boundary=b",
  `--b\r\nContent-Type: text/html\r\n\r\n<p>Hi</p>\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\n${"file ".repeat(1_000)}\r\n--b--\r\n`,
);

test("a message is shown with its attachments, and each can be downloaded", async () => {
  const rawMessage = stored(withFile);
  const shown = await showRaw(rawMessage);
  expect(shown).toMatchObject({
    html: "<p>Hi</p>\n",
    attachments: [{ filename: "a.txt", contentType: "text/plain" }],
  });
  const attachment = await attachmentOfRaw(rawMessage, 0);
  expect(attachment).toMatchObject({ filename: "a.txt" });
  expect(attachment && "bytes" in attachment && attachment.bytes.toString()).toContain("file file");
  expect(await attachmentOfRaw(rawMessage, 1)).toBeNull();
  // Several views of a message parse it once.
  expect(await showRaw(rawMessage)).toBe(shown);
});

test("a message with too deeply nested parts is not shown, and gives the reason", async () => {
  const reason = { unreadable: "Its parts are nested more than 100 levels deep." };
  const nested = stored((hostileMessages["nested multiparts"] as (bytes: number) => Buffer)(20_000));
  expect(await showRaw(nested)).toEqual(reason);
  expect(await attachmentOfRaw(nested, 0)).toEqual(reason);
});

test("the parsing stops when the client disconnects", async () => {
  const leaving = new AbortController();
  const slow = stored((hostileMessages["messages in messages"] as (bytes: number) => Buffer)(2_000_000));
  const reading = expect(showRaw({ ...slow, signal: leaving.signal })).rejects.toMatchObject({
    code: "malformed_request",
  });
  leaving.abort();
  await reading;
});

test.each(Object.entries(hostileMessages))("2 MB of %s do not delay other messages", async (_, make) => {
  const raw = make(2_000_000);
  expect(await leastBlocked(100, () => blockedHere(() => showRaw(stored(raw))))).toBeLessThan(100);
});
