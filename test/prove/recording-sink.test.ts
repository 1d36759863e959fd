import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { readLedger } from "./ledger.ts";
import { payloadOf } from "./payload.ts";
import type { CopyRecord, SinkRecord } from "./records.ts";
import { type Sink, startSink } from "./start-sink.ts";

let directory: string;
let path: string;
let sink: Sink;
let client: Socket;
let heard: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sink-"));
  path = join(directory, "sink.jsonl");
  sink = await startSink(path);
  heard = "";
  client = connect(sink.port, "127.0.0.1");
  client.on("data", (chunk) => {
    heard += chunk.toString();
  });
});
afterEach(async () => {
  client.destroy();
  await sink.stop();
  await rm(directory, { recursive: true });
});

const hears = (text: string) => until(() => heard.includes(text), { what: text });
const say = (text: string) => client.write(text.replaceAll("\n", "\r\n"));
const records = () => readLedger<SinkRecord>(path);
const copies = async () => (await records()).filter((record): record is CopyRecord => record.kind === "copy");
const body = (id: string) => `Subject: proof ${id}\n\n${payloadOf(id)}\n<pre>\n${payloadOf(id)}\n</pre>\n`;

test("a message is in the ledger before its 250, with dot-stuffing undone", async () => {
  await hears("220 ");
  say(`EHLO me\nMAIL FROM:<m@x.test>\nRCPT TO:<a@x.test>\nDATA\n${body("p1")}..dot\n.\n`);
  await hears("250 2.0.0");
  expect(await copies()).toMatchObject([{ id: "p1", to: ["a@x.test"], intact: true, bareLineEnds: 0 }]);
  expect((await copies())[0]?.bytes).toBe(`${body("p1")}.dot\n`.replaceAll("\n", "\r\n").length);
});

test("two pipelined messages are two copies; detects a changed payload and a bare line feed", async () => {
  say(`EHLO me\nMAIL FROM:<m@x.test>\nRCPT TO:<a@x.test>\nDATA\n${body("p1").replace("BEGIN", "BEGUN")}.\n`);
  say("MAIL FROM:<m@x.test>\nRCPT TO:<b@x.test>\nRCPT TO:<c@x.test>\nDATA\n.\n");
  await until(() => heard.split("250 2.0.0").length === 3, { what: "two answers" });
  expect(await copies()).toMatchObject([
    { id: "p1", intact: false },
    { to: ["b@x.test", "c@x.test"], bytes: 0 },
  ]);
  client.write("MAIL FROM:<m@x.test>\r\nRCPT TO:<a@x.test>\r\nDATA\r\nbare\nfeed\r\n.\r\n");
  expect(await until(async () => (await copies())[2], { what: "a copy" })).toMatchObject({
    bareLineEnds: 1,
  });
});

test("a message held at the dot is kept without a reply; if the connection breaks, the ledger says where", async () => {
  const { standing } = await sink.hold("dot");
  say(`EHLO me\nMAIL FROM:<m@x.test>\nRCPT TO:<a@x.test>\nDATA\n${body("p2")}.\n`);
  await standing;
  expect(await copies()).toHaveLength(1);
  client.destroy();
  await sink.release();
  const closed = await until(async () => (await records()).find(({ kind }) => kind === "closed"), {
    what: "the end of the connection",
  });
  expect(heard).not.toContain("250 2.0.0");
  expect(closed).toMatchObject({ connection: 1 });
});

test("a message cut off before its dot does not count as a copy", async () => {
  say(`EHLO me\nMAIL FROM:<m@x.test>\nRCPT TO:<a@x.test>\nDATA\n${body("p3")}`);
  await hears("354");
  client.destroy();
  await until(async () => (await records()).some(({ kind }) => kind === "closed"), {
    what: "the end of the connection",
  });
  expect(await copies()).toEqual([]);
});
