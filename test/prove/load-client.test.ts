import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { readLedger } from "./ledger.ts";
import { startLoad } from "./load-client.ts";
import type { ClientRecord } from "./records.ts";

/** Runs the client against `answer` until it has made `count` attempts, and returns the ledger. */
async function ledgerOf(answer: RequestListener, count: number): Promise<ClientRecord[]> {
  const directory = await mkdtemp(join(tmpdir(), "load-"));
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const ledgerPath = join(directory, "client.jsonl");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const load = await startLoad({ baseUrl, key: "k", ledgerPath, connections: 2, rate: 200, prefix: "p" });
  const attempts = async () =>
    (await readLedger<ClientRecord>(ledgerPath)).filter((r) => r.kind === "attempt");
  await until(async () => (await attempts()).length >= count, { what: "attempts" });
  await load.stop();
  server.close();
  const records = await readLedger<ClientRecord>(ledgerPath);
  expect(records.filter((record) => record.kind === "accepted")).toHaveLength(load.accepted());
  await rm(directory, { recursive: true });
  return records;
}

test("every attempt has one outcome in the ledger: accepted, refused or unanswered", async () => {
  let requests = 0;
  const records = await ledgerOf((request, response) => {
    requests += 1;
    if (requests % 3 === 0) request.socket.destroy();
    else if (requests % 3 === 1) response.writeHead(503).end("{}");
    else response.end('{"success":true,"id":"e","status":"queued"}');
  }, 12);
  const attempts = records.filter(({ kind }) => kind === "attempt");
  const ends = records.filter(({ kind }) => kind !== "attempt");
  expect(new Set(attempts.map(({ id }) => id)).size).toBe(attempts.length);
  expect(ends.map(({ id }) => id).sort()).toEqual(attempts.map(({ id }) => id).sort());
  expect(new Set(ends.map(({ kind }) => kind))).toEqual(new Set(["accepted", "refused", "unanswered"]));
});

test("a truncated response counts as unanswered", async () => {
  const records = await ledgerOf((_, response) => {
    response.writeHead(200, { "content-length": 100 }).write('{"success":true,');
    response.destroy();
  }, 2);
  expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(["attempt", "unanswered"]));
});
