import { beforeAll, expect, onTestFinished, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, keyCaller, rowCounts } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
});

const megabyte = 1024 * 1024;
const send = (mail: object, headers = {}) => caller.post("/compat/sendgrid/v3/mail/send", mail, headers);

/** One mail to `count` recipients: only the address differs. */
const mailTo = (count: number, more: object) => ({
  from: { email: "sender@example.com" },
  subject: "Hello",
  personalizations: Array.from({ length: count }, (_, n) => ({ to: [{ email: `u${n}@example.com` }] })),
  ...more,
});
const fileOf = (bytes: number, fill: string) => [
  { filename: "a.bin", content: Buffer.alloc(bytes, fill).toString("base64") },
];

/** Returns the peak growth of memory outside the heap. */
function watchBuffers(): () => number {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 1);
  onTestFinished(() => clearInterval(watch));
  return () => most - before;
}

test("a file and bodies that hundreds of emails share are read and stored once (F15)", async () => {
  const before = await rowCounts(api, ["emails", "contents"]);
  const grown = watchBuffers();
  const content = [
    { type: "text/plain", value: "t".repeat(megabyte) },
    { type: "text/html", value: "h".repeat(megabyte) },
  ];
  const response = await send(mailTo(150, { content, attachments: fileOf(2 * megabyte, "f") }));
  expect(response.status).toBe(202);
  expect(await rowCounts(api, ["emails", "contents"])).toEqual({
    emails: (before.emails ?? 0) + 150,
    contents: (before.contents ?? 0) + 3,
  });
  expect(grown()).toBeLessThan(60 * megabyte);
});

test("an Idempotency-Key covers the request as received, before it is split into emails (F15, C21)", async () => {
  const content = [{ type: "text/plain", value: "Hello" }];
  const mail = mailTo(100, { content, attachments: fileOf(5 * megabyte, "k") });
  const key = { "idempotency-key": "many" };
  const first = await send(mail, key);
  const again = await send(mail, key);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.headers["x-message-id"]).toBe(first.headers["x-message-id"]);
  expect((await send({ ...mail, subject: "Other" }, key)).status).toBe(409);
});

test("headers that hundreds of emails share are rejected when the rows would exceed 40 MB (F15)", async () => {
  const headers = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`X-${n}`, "x".repeat(9_000)]));
  const content = [{ type: "text/plain", value: "Hello" }];
  const before = await rowCounts(api, ["emails"]);
  expect((await send(mailTo(400, { headers, content }))).status).toBe(400);
  expect(await rowCounts(api, ["emails"])).toEqual(before);
  expect((await send(mailTo(50, { headers, content }))).status).toBe(202);
});
