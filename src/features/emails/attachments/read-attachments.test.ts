import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { guardedFetch } from "../../../platform/fetch/index.ts";
import type { AttachmentInput } from "../schema/send-schema.ts";
import type { Download } from "./download-all.ts";
import { readAttachments } from "./read-attachments.ts";

const mb = 1024 * 1024;
const hello = Buffer.from("Hello").toString("base64");

const noDownload: Download = async (url) => {
  throw new Error(`${url} must not be fetched`);
};
const errorsIn = async (inputs: AttachmentInput[], download = noDownload) => {
  const result = await readAttachments(inputs, { download });
  if (result.ok) throw new Error("the attachments are valid");
  return Object.fromEntries(result.problems.map(({ path, message }) => [path, message]));
};
const attachmentsOf = async (inputs: AttachmentInput[], download = noDownload) => {
  const result = await readAttachments(inputs, { download });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.attachments;
};

test.each<[string, AttachmentInput, object]>([
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
  [
    "a name with a right-to-left override",
    { filename: "a\u202Efdp.exe", content: hello },
    { filename: "afdp.exe" },
  ],
])("%s is accepted (C15)", async (_what, given, expected) => {
  const [read] = await attachmentsOf([given]);
  expect(read).toMatchObject({ bytes: Buffer.from("Hello"), ...expected });
});

test("a name of 300 characters is shortened and keeps its extension (C15)", async () => {
  const [read] = await attachmentsOf([{ filename: `${"x".repeat(296)}.pdf`, content: hello }]);
  expect(read).toMatchObject({ filename: `${"x".repeat(251)}.pdf`, contentType: "application/pdf" });
});

test.each<[string, AttachmentInput, string]>([
  ["neither content nor path", { filename: "a" }, ""],
  ["both content and path", { filename: "a", content: hello, path: "https://example.com/a" }, ""],
  ["content without a name", { content: hello }, ".filename"],
  ["a name with a line break", { filename: "a\r\nX: y", content: hello }, ".filename"],
  ["a name that is only a path", { filename: "../", content: hello }, ".filename"],
  ["invalid base64", { filename: "a", content: "!!" }, ".content"],
  ["an invalid type", { filename: "a", content: hello, content_type: "pdf" }, ".content_type"],
  [
    "a type with a line break",
    { filename: "a", content: hello, content_type: "a/b\r\nX: y" },
    ".content_type",
  ],
  ["a content id with a space", { filename: "a", content: hello, content_id: "a b" }, ".content_id"],
  ["a local file (C16)", { filename: "a", path: "file:///etc/passwd" }, ".path"],
  ["a data: URL (C16)", { filename: "a", path: `data:text/plain,${"x".repeat(1_000)}` }, ".path"],
  ["http (C16)", { filename: "a", path: "http://example.com/a" }, ".path"],
  ["a local name (C16)", { filename: "a", path: "https://localhost/a" }, ".path"],
])("%s is reported with its field (C15)", async (_what, given, field) => {
  const problems = await errorsIn([{ filename: "fine", content: hello }, given]);
  expect(Object.keys(problems)).toEqual([`attachments[1]${field}`]);
});

test("a repeated content id is reported for the second attachment (C15)", async () => {
  const given = ["logo", "<LOGO>", "cid:logo", undefined, undefined].map((content_id, n) => ({
    filename: `${n}.png`,
    content: hello,
    ...(content_id === undefined ? {} : { content_id }),
  }));
  expect(await errorsIn(given)).toEqual({
    "attachments[2].content_id": "is the content id of another attachment",
  });
});

test("all problems are reported at once, and an invalid request downloads nothing (C15)", async () => {
  const given = [{ content: "!" }, { filename: "a", path: "https://example.com/a" }, { filename: "b" }];
  expect(Object.keys(await errorsIn(given))).toEqual([
    "attachments[0].filename",
    "attachments[0].content",
    "attachments[2]",
  ]);
});

test("100 files are accepted, 1,000 are not (C15)", async () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ filename: `${n}`, content: hello }));
  expect(await attachmentsOf(files(100))).toHaveLength(100);
  expect(await errorsIn(files(101))).toEqual({ attachments: "must have at most 100 entries" });
  expect(await errorsIn(files(1_000))).toHaveProperty("attachments");
});

test("30 MB in total are accepted, one more byte is not (C15)", async () => {
  const file = (bytes: number) => ({ filename: "a", content: Buffer.alloc(bytes).toString("base64") });
  const read = await attachmentsOf([file(10 * mb), file(20 * mb)]);
  expect(read.map(({ bytes }) => bytes.length)).toEqual([10 * mb, 20 * mb]);
  expect(await errorsIn([file(10 * mb), file(20 * mb + 1)])).toEqual({
    attachments: "exceed 30 MB in total before encoding",
  });
});

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that acts as files.example on the public internet. Other addresses are rejected as in production. */
async function serve(listener: RequestListener) {
  server = createServer(listener).listen(0, "127.0.0.1");
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

test("files with a URL are downloaded and keep their order (C16)", async () => {
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

test.each<[string, AttachmentInput, Record<string, string>, object]>([
  [
    "the request's name and type",
    { filename: "a.txt", content_type: "text/csv" },
    {},
    { filename: "a.txt", contentType: "text/csv" },
  ],
  ["the request's name", { filename: "a.txt" }, {}, { filename: "a.txt", contentType: "text/plain" }],
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
    "an invalid type",
    { filename: "a" },
    { "content-type": "!" },
    { contentType: "application/octet-stream" },
  ],
])("a downloaded file has %s (C16)", async (_what, given, headers, expected) => {
  const download = await serve((_request, response) => {
    const serverHeaders = {
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="s.pdf"',
      ...headers,
    };
    response.writeHead(200, serverHeaders).end("bytes");
  });
  const [read] = await attachmentsOf([{ ...given, path: "https://files.example/p" }], download);
  expect(read).toMatchObject({ bytes: Buffer.from("bytes"), ...expected });
});

test("a failed download is reported with its path (C16)", async () => {
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

test("downloads count toward the size limit while they are in progress (C16)", async () => {
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
    attachments: "exceed 30 MB in total before encoding",
  });
  expect(sent).toBeLessThan(30);
});

test("without free memory no further download starts, and the caller is asked to retry (F15, C16)", async () => {
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
