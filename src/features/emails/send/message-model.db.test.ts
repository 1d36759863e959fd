import PostalMime, { decodeWords } from "postal-mime";
import { beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  adminCaller,
  keyCaller,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";

const api = useApi();
let caller: ApiCaller;
let admin: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
  admin = await adminCaller(api);
});

const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };

async function sourceOf(id: string): Promise<string> {
  const { status, bytes } = await admin.get(`/api/emails/${id}/source`);
  expect(status).toBe(200);
  return bytes.toString("latin1");
}
const headOf = async (id: string) => (await sourceOf(id)).split("\r\n\r\n", 1)[0] as string;
const parsed = async (id: string) => await PostalMime.parse(Buffer.from(await sourceOf(id), "latin1"));

async function expectRefused(body: unknown, path: string): Promise<void> {
  const before = await rowCounts(api, ACCEPT_TABLES);
  const response = await caller.send(body);
  expect([response.status, response.body.error.code, response.problems]).toEqual([
    422,
    "validation_failed",
    expect.arrayContaining([path]),
  ]);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
}

describe("recipients", () => {
  test.each([
    ["a string", "Ada L. <ada@example.com>"],
    ["an object", { email: "ada@example.com", name: "Ada L." }],
    ["a list of one string", ["Ada L. <ada@example.com>"]],
    ["a list of one object", [{ email: "ada@example.com", name: "Ada L." }]],
  ])("to, cc, bcc, reply_to and from may be %s", async (_, mailbox) => {
    const shown = ["Ada L. <ada@example.com>"];
    for (const field of ["cc", "bcc", "reply_to"]) {
      const id = await caller.sent({ ...email, to: "b@example.com", [field]: mailbox });
      expect(await caller.email(id)).toMatchObject({ to: ["b@example.com"], [field]: shown });
    }
    const from = Array.isArray(mailbox) ? mailbox[0] : mailbox;
    const id = await caller.sent({ ...email, to: mailbox, from });
    expect(await caller.email(id)).toMatchObject({ to: shown, from: shown[0] });
  });

  test("the field name overrides the name in the address; null removes it", async () => {
    const to = [
      { email: "Inside <a@example.com>", name: "Beside" },
      { email: "b@example.com", name: null },
      { email: "c@example.com" },
      { email: "Inside <d@example.com>" },
      { email: "e@example.com", name: "  " },
    ];
    const detail = await caller.email(await caller.sent({ ...email, to }));
    expect(detail.to).toEqual([
      "Beside <a@example.com>",
      "b@example.com",
      "c@example.com",
      "Inside <d@example.com>",
      "e@example.com",
    ]);
  });

  test("a repeated address, in any case and any field, is one recipient, and the first spelling is kept (C19)", async () => {
    const id = await caller.sent({
      ...email,
      to: ["Ada@Example.com", "ADA@example.COM", "b@example.com"],
      cc: ["B <B@EXAMPLE.com>", "c@example.com", "ada@example.com"],
      bcc: ["C@example.com", "d@b\u00fccher.example", "d@XN--BCHER-KVA.example"],
    });
    const detail = await caller.email(id);
    expect(
      detail.recipients.map(({ address, kind }: { address: string; kind: string }) => [kind, address]),
    ).toEqual([
      ["to", "Ada@example.com"],
      ["to", "b@example.com"],
      ["cc", "c@example.com"],
      ["bcc", "d@xn--bcher-kva.example"],
    ]);
    expect(detail).toMatchObject({
      recipient_count: 4,
      cc: ["c@example.com"],
      bcc: ["d@xn--bcher-kva.example"],
    });
  });

  test("1,000 recipients are accepted, 1,001 are not, and repeats do not count (C19)", async () => {
    const people = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => `${name}${n}@example.com`);
    const fullEmail = { ...email, to: people(400, "t"), cc: people(300, "c"), bcc: people(300, "b") };
    const { recipient_count, recipients } = await caller.email(await caller.sent(fullEmail));
    expect([recipient_count, recipients.length]).toEqual([1_000, 1_000]);
    await caller.sent({ ...fullEmail, cc: [...fullEmail.cc, ...people(400, "T")] });
    await expectRefused({ ...fullEmail, bcc: people(301, "b") }, "to");
    await expectRefused({ ...email, to: people(1_001, "t") }, "to");
    await expectRefused({ ...email, cc: people(1_001, "t") }, "cc");
  });

  test("a Bcc recipient gets the email but is nowhere in its source (C20)", async () => {
    const id = await caller.sent({
      ...email,
      cc: "shown@example.com",
      bcc: ["Hidden Person <hidden@example.com>", { email: "hidden2@example.com", name: "Hidden Too" }],
    });
    const source = await sourceOf(id);
    expect(source).toMatch(/^Cc: shown@example\.com\r$/m);
    expect(source).not.toMatch(/hidden|^bcc/im);
    expect((await caller.email(id)).recipients).toHaveLength(4);
  });

  test("an email with only bcc is rejected, because it would have no To", async () => {
    await expectRefused({ subject: "x", text: "x", bcc: "a@example.com" }, "to");
  });

  test.each([
    ["cc", "no-address", "cc"],
    ["bcc", ["a@example.com", "no-address"], "bcc[1]"],
    ["reply_to", { email: "no-address" }, "reply_to.email"],
    ["cc", [{ email: "a@example.com", name: "a\r\nBcc: x@example.com" }], "cc[0].name"],
    ["to", [{ email: "a@example.com\r\nBcc: x@example.com" }], "to[0].email"],
    ["from", { email: "a@example.com", name: "a\u2028b" }, "from.name"],
    ["cc", "a@example.com, b@example.com", "cc"],
    ["to", "G: a@example.com, b@example.com;", "to"],
    ["to", "<@a,@b:c@example.com>", "to"],
    ["bcc", "a@[127.0.0.1]", "bcc"],
    ["bcc", "a@localhost", "bcc"],
    ["cc", [{ address: "a@example.com" }], "cc[0].address"],
  ])("%s of %j is rejected at %s (C1, C5, C6, C7)", (field, value, path) =>
    expectRefused({ ...email, [field]: value }, path),
  );
});

describe("camelCase aliases", () => {
  test("camelCase is accepted, also in attachments", async () => {
    const content = Buffer.from("x").toString("base64");
    const id = await caller.sent({
      ...email,
      replyTo: "r@example.com",
      inReplyTo: "<a@example.com>",
      scheduledAt: "in 2 hours",
      attachments: [{ filename: "a.png", content, contentType: "image/png", contentId: "logo" }],
    });
    expect(await caller.email(id)).toMatchObject({
      reply_to: ["r@example.com"],
      in_reply_to: "a@example.com",
      scheduled_at: expect.any(String),
      attachments: [{ content_type: "image/png", content_id: "logo" }],
    });
  });

  test.each([
    [{ replyTo: "a@example.com", reply_to: "a@example.com" }, "replyTo"],
    [{ scheduledAt: "in 2 hours", scheduled_at: "in 3 hours" }, "scheduledAt"],
    [{ inReplyTo: "<a@b.example>", in_reply_to: "<a@b.example>" }, "inReplyTo"],
    [
      { attachments: [{ filename: "a", content: "", contentType: "a/b", content_type: "a/b" }] },
      "attachments[0].contentType",
    ],
    [
      { attachments: [{ filename: "a", content: "", contentId: "a", content_id: "a" }] },
      "attachments[0].contentId",
    ],
    [{ Subject: "x" }, "Subject"],
    [{ react: {} }, "react"],
  ])("both spellings at once, and unknown ones, are rejected: %j", (more, path) =>
    expectRefused({ ...email, ...more }, path),
  );
});

describe("headers", () => {
  test("a custom header is in the message and in the response (C2)", async () => {
    const headers = {
      "X-Entity-Ref-ID": "42",
      "List-Unsubscribe": "<https://example.com/u>",
      "X-Umlaut": "schl\u00fcssel",
    };
    const id = await caller.sent({ ...email, headers });
    const read = (await parsed(id)).headers.map(({ originalKey, value }) => [
      originalKey,
      decodeWords(value),
    ]);
    expect(read).toEqual(expect.arrayContaining(Object.entries(headers)));
    expect((await caller.email(id)).headers).toEqual(
      Object.entries(headers).map(([name, value]) => ({ name, value })),
    );
  });

  test.each([
    "From",
    "to",
    "CC",
    "Bcc",
    "Reply-To",
    "Subject",
    "Sender",
    "Return-Path",
    "Received",
    "Received-SPF",
    "DKIM-Signature",
    "ARC-Seal",
    "Authentication-Results",
    "Content-Type",
    "Content-Foo",
    "MIME-Version",
    "Date",
    "Message-ID",
    "mEssAge-iD",
    "Resent-To",
    "Delivered-To",
    "X-Posthouse-Anything",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    ":",
    "X:",
    "X Y",
    "X-\u00fc",
    "X\r\nBcc",
    "From ",
    " From",
    "x".repeat(77),
  ])("a header named %j is rejected by name, and nothing is stored (C2, C3)", (name) =>
    expectRefused({ ...email, headers: { [name]: "x" } }, `headers.${name}`),
  );

  test.each([
    "a\r\nBcc: x@example.com",
    "a\nb",
    "a\rb",
    "a\0b",
    "a\u2028b",
    "a\u0085b",
    "a\u000bb",
    "a\u007fb",
  ])("a header with the value %j is rejected (C1)", async (value) => {
    const response = await caller.send({ ...email, headers: { "X-A": value } });
    expect([response.status, response.problems]).toEqual([422, ["headers.X-A"]]);
  });

  test("__proto__ and constructor.prototype are rejected, and no prototype is polluted (C3, C4)", async () => {
    for (const part of [
      '"headers":{"__proto__":"x"}',
      '"metadata":{"__proto__":{"polluted":1}}',
      '"__proto__":{"polluted":1}',
      '"metadata":{"constructor":{"prototype":{"polluted":1}}}',
      '"to":[{"email":"a@example.com","__proto__":{"polluted":1}}]',
    ]) {
      const response = await caller.send(`{"to":"a@example.com","subject":"x","text":"x",${part}}`);
      expect([part, [400, 422].includes(response.status)]).toEqual([part, true]);
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("fifty headers are accepted; fifty-one, or one of 10,001 characters, are not", async () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, "x"]));
    await caller.sent({ ...email, headers: headers(50) });
    await expectRefused({ ...email, headers: headers(51) }, "headers");
    await expectRefused({ ...email, headers: { "X-A": "x".repeat(10_001) } }, "headers.X-A");
  });
});

describe("threads", () => {
  test("in_reply_to and references become headers, with or without brackets, as string or list", async () => {
    for (const references of ["<a@b.example> <c@d.example>", ["a@b.example", "<c@d.example>"]]) {
      const id = await caller.sent({ ...email, in_reply_to: "c@d.example", references });
      const { inReplyTo, references: read } = await parsed(id);
      expect([inReplyTo, read]).toEqual(["<c@d.example>", "<a@b.example> <c@d.example>"]);
      expect(await caller.email(id)).toMatchObject({
        in_reply_to: "c@d.example",
        references: ["a@b.example", "c@d.example"],
      });
    }
  });

  test.each([
    ["in_reply_to", "a@b.example\r\nBcc: x@example.com"],
    ["in_reply_to", "\u2028"],
    ["references", "a@b.example\nBcc: x@example.com"],
  ])("%s of %j is rejected (C1)", (field, value) => expectRefused({ ...email, [field]: value }, field));

  test("message_id is the same in the response, the details, the list and the message", async () => {
    const { body } = await caller.send(email);
    const { message_id } = body;
    expect(message_id).toBe(`${body.id}@example.com`);
    expect((await caller.email(body.id)).message_id).toBe(message_id);
    expect((await caller.get("/api/v1/emails?limit=1")).body.emails).toMatchObject([
      { id: body.id, message_id },
    ]);
    expect((await parsed(body.id)).messageId).toBe(`<${message_id}>`);
  });
});

describe("tags and metadata", () => {
  test("emails are found by a tag's name, and by its name and value (L7)", async () => {
    const tagged = (value: string) =>
      caller.sent({
        ...email,
        tags: [
          { name: "order", value },
          { name: "kind", value: "receipt" },
        ],
      });
    const ids = [await tagged("1"), await tagged("2:3"), await tagged("")];
    const find = async (tag: string) =>
      (await caller.get(`/api/v1/emails?tag=${encodeURIComponent(tag)}`)).body.emails.map(
        ({ id }: { id: string }) => id,
      );
    expect(await find("order")).toEqual(ids.toReversed());
    expect(await find("order:1")).toEqual([ids[0]]);
    expect(await find("order:2:3")).toEqual([ids[1]]);
    expect(await find("order:")).toEqual([ids[2]]);
    expect(await find("Order:1")).toEqual([ids[0]]);
    for (const tag of ["ord", "order:12", "1", "kind:receipt%"]) expect(await find(tag)).toEqual([]);
    expect(await find("kind:receipt")).toHaveLength(3);
    expect((await caller.email(ids[1] as string)).tags).toEqual([
      { name: "order", value: "2:3" },
      { name: "kind", value: "receipt" },
    ]);
    expect(await headOf(ids[1] as string)).not.toContain("receipt");
  });

  test.each([
    [[{ name: "", value: "" }], "tags[0].name"],
    [[{ name: "a b", value: "" }], "tags[0].name"],
    [[{ name: "a\n", value: "" }], "tags[0].name"],
    [[{ name: "x".repeat(257), value: "" }], "tags[0].name"],
    [[{ name: "a", value: "a\r\nb" }], "tags[0].value"],
    [[{ name: "a", value: "x".repeat(257) }], "tags[0].value"],
    [[{ name: "a" }], "tags[0].value"],
    [Array(51).fill({ name: "a", value: "a" }), "tags"],
  ])("tags %j are refused (C1)", (tags, path) => expectRefused({ ...email, tags }, path));

  test("metadata is returned unchanged, whatever its names", async () => {
    const metadata = {
      id: 7,
      ratio: 1.5,
      ok: true,
      none: null,
      "a name \u{1f511}": "\u00fc",
      toString: "x",
      "": "",
    };
    const id = await caller.sent({ ...email, metadata });
    expect((await caller.email(id)).metadata).toEqual(metadata);
    expect(await sourceOf(id)).not.toContain("ratio");
  });

  test.each([
    [{ deep: {} }, "metadata.deep"],
    [{ list: [] }, "metadata.list"],
    [{ long: "x".repeat(2_001) }, "metadata.long"],
    [{ ["x".repeat(257)]: 1 }, "metadata"],
    [Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, n])), "metadata"],
    [Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}`, "x".repeat(1_999)])), "metadata"],
  ])("metadata over its limits is rejected (%#)", async (metadata, path) => {
    const response = await caller.send({ ...email, metadata });
    expect(response.status).toBe(422);
    expect(response.problems.some((problem) => problem.startsWith(path))).toBe(true);
  });
});
