import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import {
  ACCEPT_TABLES,
  type ApiCaller,
  adminCaller,
  keyCaller,
  newAccount,
  rowCounts,
} from "../../../../test/harness/api-caller.ts";
import { readWithMailparser } from "../../../../test/harness/judges/mailparser-judge.ts";
import { readWithPostalMime } from "../../../../test/harness/judges/postal-mime-judge.ts";

const api = useApi();
let caller: ApiCaller;
let admin: ApiCaller;

beforeAll(async () => {
  caller = keyCaller(api);
  admin = await adminCaller(api);
});

const email = { to: "ada@example.com", subject: "Files", html: "<p>Hello</p>" };
const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
const send = (attachments: unknown) => caller.send({ ...email, attachments });
const sent = (attachments: unknown) => caller.sent({ ...email, attachments });
const download = (id: string, index: number | string) =>
  caller.get(`/api/v1/emails/${id}/attachments/${index}`);

/** Returns the files that two independent mail parsers find. */
async function filesIn(id: string) {
  const { bytes } = await admin.get(`/api/emails/${id}/source`);
  const readings = [await readWithMailparser(bytes), await readWithPostalMime(bytes)];
  return readings.map(({ files }) => files.map(({ filename, base64 }) => ({ filename, base64 })));
}

describe("accepted attachments (C15)", () => {
  test.each([
    ["0 bytes", Buffer.alloc(0)],
    ["one byte", Buffer.from([0])],
    ["every byte", Buffer.from(Array.from({ length: 256 }, (_, n) => n))],
    ["a dot on a line, and line ends of all kinds", Buffer.from("\r\n.\r\n\n.\n\r.\r..\r\n")],
    ["a megabyte", randomBytes(1_000_000)],
  ])("%s are unchanged in the message and in the download (C15, C11)", async (_, bytes) => {
    const id = await sent([{ filename: "file.bin", content: base64(bytes) }]);
    expect((await download(id, 0)).bytes.equals(bytes)).toBe(true);
    const expected = [{ filename: "file.bin", base64: base64(bytes) }];
    expect(await filesIn(id)).toEqual([expected, expected]);
    expect((await caller.email(id)).attachments).toEqual([
      {
        filename: "file.bin",
        content_type: "application/octet-stream",
        content_id: null,
        size_bytes: bytes.length,
      },
    ]);
  });

  test("base64 with MIME line breaks is read (C15)", async () => {
    const text = "a text that is long enough for several lines".repeat(10);
    const content = base64(text).replace(/.{76}/g, "$&\r\n");
    expect((await download(await sent([{ filename: "a.txt", content }]), 0)).bytes.toString()).toBe(text);
  });

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Windows\\system.ini", "system.ini"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["\u{1f4c4} r\u00e9sum\u00e9 \u7b80\u5386.pdf", "\u{1f4c4} r\u00e9sum\u00e9 \u7b80\u5386.pdf"],
    ['a "quoted"; name.txt', 'a "quoted"; name.txt'],
    [`${"x".repeat(300)}.pdf`, `${"x".repeat(251)}.pdf`],
    ["%2e%2e%2f.txt", "%2e%2e%2f.txt"],
  ])("the name %j becomes %j for every parser (C15)", async (filename, safe) => {
    const id = await sent([{ filename, content: base64("x") }]);
    const expected = [{ filename: safe, base64: base64("x") }];
    expect((await caller.email(id)).attachments).toMatchObject([{ filename: safe }]);
    expect(await filesIn(id)).toEqual([expected, expected]);
    const { headers } = await download(id, 0);
    const disposition = String(headers["content-disposition"]);
    expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(safe);
  });

  test("a hundred files are accepted and keep their order (C15)", async () => {
    const files = Array.from({ length: 100 }, (_, n) => ({
      filename: `${n}.txt`,
      content: base64(`file ${n}`),
    }));
    const id = await sent(files);
    const { attachments, attachment_count } = await caller.email(id);
    expect(attachments.map(({ filename }: { filename: string }) => filename)).toEqual(
      files.map((file) => file.filename),
    );
    expect(attachment_count).toBe(100);
    expect((await download(id, 99)).bytes.toString()).toBe("file 99");
    expect((await caller.get("/api/v1/emails?limit=1")).body.emails).toMatchObject([
      { attachment_count: 100 },
    ]);
    await expectRefused([...files, files[0]], "attachments");
  });

  test("an inline file is shown by its content id and keeps its declared type (C15)", async () => {
    const id = await sent([
      { filename: "logo.png", content: base64("not a png"), content_id: "logo" },
      { filename: "a.txt", content: base64("x"), content_type: "text/html; charset=utf-8" },
    ]);
    expect((await caller.email(id)).attachments).toMatchObject([
      { content_id: "logo", content_type: "image/png" },
      { content_id: null, content_type: expect.stringMatching(/^text\/html/) },
    ]);
    const source = (await admin.get(`/api/emails/${id}/source`)).bytes.toString("latin1");
    expect(source).toMatch(/^Content-ID: <logo>\r$/im);
  });
});

test.each(["multipart/mixed; boundary=x", "message/rfc822"])(
  "a file of the type %s stays one file (C15)",
  async (content_type) => {
    const bytes = "--x\r\n\r\nanother part\r\n--x--\r\n";
    const id = await sent([{ filename: "a.eml", content: base64(bytes), content_type }]);
    const expected = [{ filename: "a.eml", base64: base64(bytes) }];
    expect(await filesIn(id)).toEqual([expected, expected]);
  },
);

describe("rejected attachments (C15, C16)", () => {
  test.each([
    ["invalid base64", [{ filename: "a", content: "%%%" }], "attachments[0].content"],
    ["truncated base64", [{ filename: "a", content: "YWJ" }], "attachments[0].content"],
    ["base64 for URLs", [{ filename: "a", content: "_-_-" }], "attachments[0].content"],
    ["a data: URL", [{ filename: "a", content: "data:text/plain;base64,YQ==" }], "attachments[0].content"],
    ["neither content nor path", [{ filename: "a" }], "attachments[0]"],
    ["content and path", [{ filename: "a", content: "", path: "https://example.com/a" }], "attachments[0]"],
    ["no name", [{ content: "" }], "attachments[0].filename"],
    ["an empty name", [{ filename: "", content: "" }], "attachments[0].filename"],
    ["a name that is only a path", [{ filename: "../", content: "" }], "attachments[0].filename"],
    ["a line break in a name (C1)", [{ filename: "a\r\nBcc: b", content: "" }], "attachments[0].filename"],
    ["U+2028 in a name (C1)", [{ filename: "a\u2028b", content: "" }], "attachments[0].filename"],
    [
      "a line break in a type (C1)",
      [{ filename: "a", content: "", content_type: "a/b\r\nX: y" }],
      "attachments[0].content_type",
    ],
    [
      "an invalid type",
      [{ filename: "a", content: "", content_type: "html" }],
      "attachments[0].content_type",
    ],
    [
      "a line break in a content id (C1)",
      [{ filename: "a", content: "", content_id: "a\r\nb" }],
      "attachments[0].content_id",
    ],
    ["an empty content id", [{ filename: "a", content: "", content_id: "" }], "attachments[0].content_id"],
    [
      "a repeated content id",
      [
        { filename: "a", content: "", content_id: "x" },
        { filename: "b", content: "", content_id: "x" },
      ],
      "attachments[1].content_id",
    ],
    ["an unknown field", [{ filename: "a", content: "", size: 1 }], "attachments[0].size"],
    ["no list", { filename: "a", content: "" }, "attachments"],
    ["file: (C16)", [{ path: "file:///etc/passwd" }], "attachments[0].path"],
    ["data: (C16)", [{ path: "data:text/plain,x" }], "attachments[0].path"],
    ["http: (C16)", [{ path: "http://example.com/a" }], "attachments[0].path"],
    ["a path on this machine (C16)", [{ path: "/etc/passwd" }], "attachments[0].path"],
    ["a private address (C16)", [{ path: "https://169.254.169.254/latest" }], "attachments[0].path"],
    ["loopback (C16)", [{ path: "https://[::1]/x" }], "attachments[0].path"],
  ])("%s (C15)", (_, attachments, path) => expectRefused(attachments, path));

  test("a body of 40 MB with one file is accepted, and one more byte is rejected (C15, C17)", async () => {
    const around = (content: string) =>
      JSON.stringify({
        to: "a@example.com",
        subject: "x",
        text: "",
        attachments: [{ filename: "a", content }],
      });
    const room = 40 * 1024 * 1024 - around("").length;
    const content = base64(Buffer.alloc(Math.floor(room / 4) * 3, "x"));
    const accepted = await caller.send(around(content));
    expect(accepted.status).toBe(200);
    expect((await caller.email(accepted.body.id)).attachments).toMatchObject([
      { size_bytes: (content.length / 4) * 3 },
    ]);
    const over = await caller.send(around(content + " ".repeat(room - content.length + 1)));
    expect([over.status, over.body.error.code]).toEqual([413, "body_too_large"]);
  });

  test("bodies and files have at most 30 MB in total before encoding (C15)", async () => {
    const before = await rowCounts(api, ACCEPT_TABLES);
    const over = await caller.send({ ...email, html: "x".repeat(30 * 1024 * 1024 + 1) });
    expect(over.status).toBe(422);
    expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
  });
});

describe("downloads (K3)", () => {
  test("a file of any type is downloaded as bytes and never shown on the dashboard's origin (K3)", async () => {
    const script = "<script>alert(1)</script>";
    const id = await sent([
      { filename: "x.html", content: base64(script), content_type: "text/html" },
      {
        filename: "x.svg",
        content: base64(`<svg>${script}</svg>`),
        content_type: "image/svg+xml",
        content_id: "x",
      },
    ]);
    for (const [who, prefix] of [
      [caller, "/api/v1"],
      [admin, "/api"],
    ] as const)
      for (const index of [0, 1]) {
        const { status, headers } = await who.get(`${prefix}/emails/${id}/attachments/${index}`);
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          "content-type": "application/octet-stream",
          "content-disposition": expect.stringMatching(/^attachment;/),
          "x-content-type-options": "nosniff",
          "content-security-policy": "sandbox; default-src 'none'",
        });
      }
  });

  test.each(["1", "1000", "-1", "01", "1e0", "x", "9".repeat(30), "0.0"])(
    "there is no attachment %s",
    async (index) => {
      const id = await sent([{ filename: "a", content: "" }]);
      expect((await download(id, index)).status).toBe(404);
    },
  );

  test("another account's attachment is not found (L1)", async () => {
    const other = await newAccount(api, "other@attachments.example");
    const id = await sent([{ filename: "a.txt", content: base64("ours") }]);
    const response = await other.caller.get(`/api/v1/emails/${id}/attachments/0`);
    expect([response.status, response.body.error.code]).toEqual([404, "email_not_found"]);
  });

  test("a resend includes the files", async () => {
    const id = await sent([{ filename: "a.txt", content: base64("again"), content_id: "a" }]);
    const again = await caller.post(`/api/v1/emails/${id}/resend`, {});
    expect((await download(again.body.id, 0)).bytes.toString()).toBe("again");
    expect((await caller.email(again.body.id)).attachments).toEqual((await caller.email(id)).attachments);
  });
});

async function expectRefused(attachments: unknown, path: string): Promise<void> {
  const before = await rowCounts(api, ACCEPT_TABLES);
  const response = await send(attachments);
  expect([response.status, response.problems]).toEqual([422, expect.arrayContaining([path])]);
  expect(await rowCounts(api, ACCEPT_TABLES)).toEqual(before);
}
