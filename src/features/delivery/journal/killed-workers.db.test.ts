import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { nodePath } from "../../../../test/harness/node-path.ts";
import { type Script, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../../test/harness/stored-email.ts";
import { until } from "../../../../test/harness/until.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Settled } from "../worker-options.ts";
import type { Doom } from "./doomed-worker.fixture.ts";
import { openJournals } from "./open-journals.ts";

const log = createLogger("silent", "test");
const doomed = "doomed worker";
const program = fileURLToPath(new URL("./doomed-worker.fixture.ts", import.meta.url));
const database = useDatabase({ max: 8 });

/** A recipient of a killed worker, as another worker finds it at once, long before the lease ends. */
const givenBack = {
  state: "queued",
  ready: true,
  crash_count: expect.toSatisfy((count: number) => count <= 1),
  in_seconds: expect.toSatisfy((seconds: number) => seconds <= 0),
  events: [],
};
const uncertain = {
  state: "uncertain",
  ready: false,
  events: [expect.objectContaining({ type: "uncertain", phase: "dot", route: "relay", attempt: 1 })],
};
const retried = { ...uncertain, crash_count: 1, in_seconds: expect.closeTo(900, -3) };
const held = { ...uncertain, crash_count: 0, in_seconds: null };
const delivered = {
  state: "delivered",
  ready: false,
  crash_count: 0,
  in_seconds: null,
  events: [
    expect.objectContaining({ type: "delivered", line: "250 2.0.0 kept", route: "relay", attempt: 1 }),
  ],
};

const accounts = Array.from({ length: 5 }, () => newId());
const [outsiders, beforeDot, afterAnswer, waiting, atServers] = accounts as [
  string,
  string,
  string,
  string,
  string,
];

/** Starts a worker for one account, waits until it is dead, and recovers its journal. */
async function playToDeath(
  accountId: string,
  { at, emails, script }: { at: Doom["at"]; emails: Record<string, "retry" | "hold">; script: Script },
) {
  const directory = mkdtempSync(join(tmpdir(), "doomed-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const drafts = Object.entries(emails).map(([name, policy]) =>
    draftEmail(accountId, { to: `${name}@example.com`, subject: "x", text: "x", on_uncertain: policy }),
  );
  await storeEmails(database, drafts);
  const sink = await startSmtpSink({ script });
  onTestFinished(() => sink.close());
  const otherAccounts = accounts.filter((account) => account !== accountId);
  const named = new URL(database.connectionString);
  named.searchParams.set("application_name", doomed);
  const doom: Doom = { connectionString: named.href, directory, port: sink.port, at, otherAccounts };
  child = spawn(nodePath, [program, JSON.stringify(doom)], { stdio: ["ignore", "inherit", "inherit"] });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  await until(isForgotten, { what: "the database to end what the dead had asked of it" });
  const settled: Settled[] = [];
  const journals = await openJournals({
    directory,
    database,
    log,
    onSettled: (recipient) => settled.push(recipient),
  });
  const found = await recipientsOf(accountId);
  await journals.close();
  expect(readdirSync(directory)).toEqual([]);
  return {
    found,
    settled: settled.map(({ address, state }) => `${address} ${state}`).sort(),
    copies: sink.messages.flatMap(({ recipients }) => recipients).sort(),
  };
}

/**
 * Whether the connections of the dead worker are closed. A claim still in progress there would take the recipients that recovery
 * gives back, and their leases would have to expire.
 */
async function isForgotten(): Promise<boolean> {
  const { rowCount } = await database.pool.query("SELECT FROM pg_stat_activity WHERE application_name = $1", [
    doomed,
  ]);
  return rowCount === 0;
}

let child: ChildProcess | null = null;

test("a worker is killed: only mail at its final dot is uncertain, under both policies; the rest continues at once (E13, F2)", async () => {
  let reached = 0;
  const all = Promise.withResolvers<void>();
  const reach = async () => {
    reached += 1;
    if (reached === 4) {
      child?.kill("SIGKILL");
      all.resolve();
    }
    await all.promise;
  };
  const script: Script = {
    rcpt: async ({ address }) => {
      if (!address.startsWith("envelope")) return undefined;
      await reach();
      return "rst";
    },
    data: async ({ recipients: [to = ""] }) => {
      if (!to.startsWith("message")) return undefined;
      await reach();
      return "rst";
    },
    dot: async () => {
      await reach();
      return "drop-after";
    },
  };
  const emails = { envelope: "retry", message: "hold", retried: "retry", held: "hold" } as const;
  const { found, settled, copies } = await playToDeath(outsiders, { at: null, emails, script });
  expect(found).toEqual({
    "envelope@example.com": givenBack,
    "message@example.com": givenBack,
    "retried@example.com": retried,
    "held@example.com": held,
  });
  expect(settled).toEqual(["held@example.com uncertain", "retried@example.com uncertain"]);
  expect(copies).toEqual(["held@example.com", "retried@example.com"]);
});

test("a worker is killed just before the final dot: nothing was sent, and nothing is uncertain under the policy hold (F2)", async () => {
  const played = await playToDeath(beforeDot, { at: "before the dot", emails: { a: "hold" }, script: {} });
  expect(played).toEqual({ found: { "a@example.com": givenBack }, settled: [], copies: [] });
});

test("a worker is killed after the reply and before the commit: the mail is delivered, and nothing is sent twice (F2)", async () => {
  const script = { dot: "250 2.0.0 kept" };
  const played = await playToDeath(afterAnswer, { at: "answered", emails: { a: "hold" }, script });
  expect(played).toEqual({
    found: { "a@example.com": delivered },
    settled: ["a@example.com delivered"],
    copies: ["a@example.com"],
  });
});

const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
const eight = Object.fromEntries(names.map((name) => [name, "retry"] as const));

/** The number of crashes of eight emails in five slots. One of them ends and makes room for one that waited. */
async function crashCountsOfEight(accountId: string, { at, script }: { at: Doom["at"]; script: Script }) {
  const { found } = await playToDeath(accountId, { at, emails: eight, script });
  const outcomes = Object.values(found).map((row) => {
    const { state, crash_count } = row as { state: string; crash_count: number };
    return `${state} ${crash_count}`;
  });
  return outcomes.sort();
}

test("a worker is killed: a crash is counted for mail that it rendered, also if it had waited before, and not for waiting mail (F24)", async () => {
  expect(await crashCountsOfEight(waiting, { at: "making", script: {} })).toEqual([
    "delivered 0",
    ...Array(2).fill("queued 0"),
    ...Array(5).fill("queued 1"),
  ]);
});

test("a worker is killed while mail waits for the recipients' server: no crash is counted (F24)", async () => {
  let reached = 0;
  const rcpt = async () => {
    reached += 1;
    return reached === 1 ? undefined : await Promise.withResolvers<undefined>().promise;
  };
  expect(await crashCountsOfEight(atServers, { at: "waiting", script: { rcpt } })).toEqual([
    "delivered 0",
    ...Array(7).fill("queued 0"),
  ]);
});

async function recipientsOf(accountId: string): Promise<Record<string, unknown>> {
  const { rows } = await database.pool.query(
    `SELECT r.address, r.state, r.ready, r.crash_count,
       CASE WHEN r.due_at IS NOT NULL THEN round(greatest(0, extract(epoch FROM r.due_at - now())))::integer END AS in_seconds,
       (SELECT coalesce(jsonb_agg(v.detail || jsonb_build_object('type', v.type, 'attempt', v.attempt)), '[]') FROM events v
        WHERE v.account_id = r.account_id AND v.email_id = r.email_id) AS events
     FROM recipients r WHERE r.account_id = $1`,
    [accountId],
  );
  return Object.fromEntries(rows.map(({ address, ...row }) => [address, row]));
}
