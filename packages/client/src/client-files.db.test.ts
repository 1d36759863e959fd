/** Runs the client's uploads and downloads of files against the real API. */
import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../test/harness/api.ts";
import { Posthouse } from "./index.ts";

const api = useApi();
let posthouse: Posthouse;

beforeAll(async () => {
  posthouse = new Posthouse(api.key, { baseUrl: await api.app.listen({ host: "127.0.0.1", port: 0 }) });
});

const textOf = async (file: Promise<ReadableStream<Uint8Array>>) => await new Response(await file).text();

test("an attachment has the bytes that were sent", async () => {
  const bytes = new Uint8Array([0, 255, 13, 10]);
  const attachments = [{ filename: "a.bin", content: bytes }];
  const { id } = await posthouse.emails.send({
    to: "ada@example.com",
    subject: "Bytes",
    text: "Hi",
    attachments,
  });
  const download = new Response(await posthouse.emails.attachment(id, 0));
  expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytes);
  await expect(posthouse.emails.attachment(id, 1)).rejects.toMatchObject({ status: 404 });
});

test("emails are exported with filters", async () => {
  for (const subject of ["Blue", "Green"])
    await posthouse.emails.send({ to: "ada@example.com", subject, text: "Hi" });
  const csv = await textOf(posthouse.emails.export({ search: "blue" }));
  expect(csv).toContain("Blue");
  expect(csv).not.toContain("Green");
});

test("suppressions are imported, and exported in the same format", async () => {
  const { suppressions } = posthouse;
  const file = "address\nada@example.com\nnot-an-address\n";
  const imported = await suppressions.import(file, { reason: "complaint" });
  expect(imported).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3 }] });
  const csv = await textOf(suppressions.export({ reason: "complaint" }));
  expect(csv).toMatch(/^"address",[^\n]*\n"ada@example.com","complaint"/);
  expect(await suppressions.import(csv)).toMatchObject({ created: 0, unchanged: 1, failed: 0 });
  const umlaut = new Uint8Array(Buffer.from("address;detail\nada@example.com;Zo\xeb\n", "latin1"));
  expect(await suppressions.import(umlaut, { charset: "windows-1252" })).toMatchObject({ failed: 0 });
});

test("domains are exported, each with its records as a zone file", async () => {
  const { domains } = posthouse;
  const { name, records } = await domains.add({ name: "files.example" });
  expect(await textOf(domains.export({ search: "files" }))).toContain(name);
  const zone = await domains.zoneFile(name);
  for (const { value } of records.filter(({ type }) => type === "CNAME")) expect(zone).toContain(value);
  expect(zone).toContain("files.example.");
});

test("webhooks, their logs, the inbox and metrics are exported", async () => {
  const url = "https://shop.example/hooks/mail";
  const { id } = await posthouse.webhooks.create({ url, types: ["email.bounced"] });
  expect(await textOf(posthouse.webhooks.export())).toContain(url);
  expect(await textOf(posthouse.webhooks.exportEvents(id, { state: "failed" }))).toMatch(/^"event_id",/);
  expect(await textOf(posthouse.inbox.export({ unread: true }))).toMatch(/^"id","captured_at",/);
  const csv = await textOf(posthouse.metrics.export({ dimensions: ["provider"], metrics: ["recipients"] }));
  expect(csv.split(/\r?\n/)[0]).toBe('"provider","recipients"');
});
