import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { guardedFetch } from "../../../platform/fetch/index.ts";
import type { GivenAttachment } from "../accept/send-schema.ts";
import type { Download } from "./download-all.ts";
import { readAttachments } from "./read-attachments.ts";

const mb = 1024 * 1024;
const hello = Buffer.from("Hello").toString("base64");

const noDownload: Download = async (url) => {
  throw new Error(`${url} must not be fetched`);
};
const errorsIn = async (given: GivenAttachment[], download = noDownload) => {
  const read = await readAttachments(given, { download });
  if (read.ok) throw new Error("was read");
  return Object.fromEntries(read.problems.map(({ path, message }) => [path, message]));
};
const attachmentsOf = async (given: GivenAttachment[], download = noDownload) => {
  const read = await readAttachments(given, { download });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.attachments;
};

test.each<[string, GivenAttachment, object]>([
  ["a file", { filename: "a.pdf", content: hello }, { filename: "a.pdf", contentType: "application/pdf" }],
  ["0 bytes", { filename: "a.txt", content: "" }, { bytes: Buffer.alloc(0), contentType: "text/plain" }],
  ["white space in base64", { filename: "a", content: "SGVs\r\nbG8=\r\n" }, { bytes: Buffer.from("Hello") }],
  ["no ending", { filename: "README", content: hello }, { contentType: "application/octet-stream" }],
  [
    "another declared type",
    { filename: "a.pdf", content: hello, content_type: "Image/PNG" },
    { filename: "a.pdf", contentType: "image/png" },
  ],
  ["a content id", { filename: "a.png", content: hello, content_id: "<logo@x>" }, { contentId: "logo@x" }],
  ["no content id", { filename: "a.png", content: hello }, { contentId: null }],
  ["a path of Unix", { filename: "../../x", content: hello }, { filename: "x" }],
  ["a path of Windows", { filename: "C:\\x", content: hello }, { filename: "x" }],
  ["a name that turns around", { filename: "a\u202Efdp.exe", content: hello }, { filename: "afdp.exe" }],
])("C15 %s is taken", async (_what, given, expected) => {
  const [read] = await attachmentsOf([given]);
  expect(read).toMatchObject({ bytes: Buffer.from("Hello"), ...expected });
});

test("C15 a name of 300 characters is cut, its ending kept", async () => {
  const [read] = await attachmentsOf([{ filename: `${"x".repeat(296)}.pdf`, content: hello }]);
  expect(read).toMatchObject({ filename: `${"x".repeat(251)}.pdf`, contentType: "application/pdf" });
});

test.each<[string, GivenAttachment, string]>([
  ["neither content nor path", { filename: "a" }, ""],
  ["both content and path", { filename: "a", content: hello, path: "https://example.com/a" }, ""],
  ["content without a name", { content: hello }, ".filename"],
  ["a name with a line break", { filename: "a\r\nX: y", content: hello }, ".filename"],
  ["a name that is only a path", { filename: "../", content: hello }, ".filename"],
  ["invalid base64", { filename: "a", content: "!!" }, ".content"],
  ["a type that is none", { filename: "a", content: hello, content_type: "pdf" }, ".content_type"],
  [
    "a type with a line break",
    { filename: "a", content: hello, content_type: "a/b\r\nX: y" },
    ".content_type",
  ],
  ["a content id with a space", { filename: "a", content: hello, content_id: "a b" }, ".content_id"],
  ["C16 a file of ours", { filename: "a", path: "file:///etc/passwd" }, ".path"],
  ["C16 a data: URL", { filename: "a", path: `data:text/plain,${"x".repeat(1_000)}` }, ".path"],
  ["C16 http", { filename: "a", path: "http://example.com/a" }, ".path"],
  ["C16 a local name", { filename: "a", path: "https://localhost/a" }, ".path"],
])("C15 %s is the problem of its field", async (_what, given, field) => {
  const problems = await errorsIn([{ filename: "fine", content: hello }, given]);
  expect(Object.keys(problems)).toEqual([`attachments[1]${field}`]);
});

test("C15 a content id that two of them have is a problem of the second", async () => {
  const given = ["logo", "<LOGO>", "cid:logo", undefined, undefined].map((content_id, n) => ({
    filename: `${n}.png`,
    content: hello,
    ...(content_id === undefined ? {} : { content_id }),
  }));
  expect(await errorsIn(given)).toEqual({
    "attachments[2].content_id": "is the content id of another attachment",
  });
});

test("C15 every problem is told at once, and nothing is fetched for a request that has one", async () => {
  const given = [{ content: "!" }, { filename: "a", path: "https://example.com/a" }, { filename: "b" }];
  expect(Object.keys(await errorsIn(given))).toEqual([
    "attachments[0].filename",
    "attachments[0].content",
    "attachments[2]",
  ]);
});

test("C15 100 files are taken, 1,000 are not", async () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ filename: `${n}`, content: hello }));
  expect(await attachmentsOf(files(100))).toHaveLength(100);
  expect(await errorsIn(files(101))).toEqual({ attachments: "must have at most 100 entries" });
  expect(await errorsIn(files(1_000))).toHaveProperty("attachments");
});

test("C15 30 MB together are taken, a byte more is not", async () => {
  const file = (bytes: number) => ({ filename: "a", content: Buffer.alloc(bytes).toString("base64") });
  const read = await attachmentsOf([file(10 * mb), file(20 * mb)]);
  expect(read.map(({ bytes }) => bytes.length)).toEqual([10 * mb, 20 * mb]);
  expect(await errorsIn([file(10 * mb), file(20 * mb + 1)])).toEqual({
    attachments: "are together over 30 MB before their encoding",
  });
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that stands for files.example, as if it were on the public internet; what leads elsewhere is refused as ever. */
async function serve(answer: RequestListener) {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const allow = [`127.0.0.1:${port}`];
  const resolve = async () => ["127.0.0.1"];
  const download: Download = (url, limits) =>
    guardedFetch(url.replace("https://files.example", `http://files.example:${port}`), {
      ...limits,
      allow,
      resolve,
    });
  return download;
}

test("C16 files by address are fetched, in the order in which they are named", async () => {
  const asked: string[] = [];
  const download = await serve((request, response) => {
    asked.push(request.url ?? "");
    setTimeout(() => response.end(`of ${request.url}`), request.url === "/0.pdf" ? 100 : 0);
  });
  const paths = Array.from({ length: 10 }, (_, n) => ({ path: `https://files.example/${n}.pdf` }));
  const read = await attachmentsOf([...paths, { filename: "x.txt", content: hello }], download);
  expect(read.map(({ filename, bytes }) => `${filename} ${bytes}`)).toEqual([
    ...paths.map((_, n) => `${n}.pdf of /${n}.pdf`),
    "x.txt Hello",
  ]);
  expect(asked.toSorted()).toEqual(paths.map((_, n) => `/${n}.pdf`));
});

test.each<[string, GivenAttachment, Record<string, string>, object]>([
  [
    "own words",
    { filename: "a.txt", content_type: "text/csv" },
    {},
    { filename: "a.txt", contentType: "text/csv" },
  ],
  ["the own name", { filename: "a.txt" }, {}, { filename: "a.txt", contentType: "text/plain" }],
  ["the server's type", { filename: "a" }, {}, { filename: "a", contentType: "image/png" }],
  ["the server's name", {}, {}, { filename: "s.pdf", contentType: "application/pdf" }],
  [
    "a hostile name",
    {},
    { "content-disposition": 'attachment; filename="../../x.sh"' },
    { filename: "x.sh" },
  ],
  ["no name at all", {}, { "content-disposition": 'attachment; filename=".."' }, { filename: "attachment" }],
  [
    "a type that is none",
    { filename: "a" },
    { "content-type": "!" },
    { contentType: "application/octet-stream" },
  ],
])("C16 a fetched file is called by %s", async (_what, given, headers, expected) => {
  const download = await serve((_request, response) => {
    const told = {
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="s.pdf"',
      ...headers,
    };
    response.writeHead(200, told).end("bytes");
  });
  const [read] = await attachmentsOf([{ ...given, path: "https://files.example/p" }], download);
  expect(read).toMatchObject({ bytes: Buffer.from("bytes"), ...expected });
});

test("C16 what cannot be fetched is the problem of its path", async () => {
  const download = await serve((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "https://10.0.0.1/" });
    if (request.url === "/gone") response.statusCode = 404;
    if (request.url === "/large") response.writeHead(200, { "content-length": 25 * mb + 1 });
    response.end();
  });
  const errorIn = async (path: string) =>
    (await errorsIn([{ filename: "a", path }], download))["attachments[0].path"];
  expect(await errorIn("https://files.example/moved")).toBe("leads to a redirect, which is not followed");
  expect(await errorIn("https://files.example/gone")).toBe(
    "leads to a server that returns 404 instead of 200",
  );
  expect(await errorIn("https://files.example/large")).toBe("leads to more than 26,214,400 bytes");
  for (const inside of [
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://[::1]:8443/",
    "https://0/",
  ])
    expect(await errorIn(inside)).toBe("leads to an address that is not on the public internet");
});

test("C16 what is fetched counts to the size of the message, also while it comes", async () => {
  let sent = 0;
  const download = await serve((_request, response) => {
    response.writeHead(200);
    const piece = Buffer.alloc(mb);
    const writeMore = () => {
      for (; sent < 1_000 && !response.destroyed; sent += 1)
        if (!response.write(piece)) return response.once("drain", writeMore);
      response.end();
    };
    writeMore();
  });
  const inline = { filename: "i", content: Buffer.alloc(10 * mb).toString("base64") };
  const path = { filename: "p", path: "https://files.example/endless" };
  expect(await errorsIn([inline, path], download)).toEqual({
    attachments: "are together over 30 MB before their encoding",
  });
  expect(sent).toBeLessThan(30);
});

test("F15 C16 without room in the process nothing more is fetched, and the caller is told to come again", async () => {
  const download = await serve((_request, response) => response.end("x".repeat(1_000)));
  let held = 0;
  const hold = (bytes: number) => {
    held += bytes;
    return held <= 1_500;
  };
  const given = [1, 2].map((n) => ({ filename: "a", path: `https://files.example/${n}` }));
  expect(await readAttachments(given.slice(1), { download, hold })).toMatchObject({ ok: true });
  await expect(readAttachments(given, { download, hold })).rejects.toMatchObject({
    code: "overloaded",
    status: 503,
    headers: { "retry-after": "1" },
  });
});
