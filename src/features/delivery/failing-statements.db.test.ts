import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { createRoutedWorker } from "../../../test/harness/delivery-worker.ts";
import { eventually } from "../../../test/harness/eventually.ts";
import { type DatabaseFailure, startFailingDatabase } from "../../../test/harness/failing-database.ts";
import { startSmtpSink } from "../../../test/harness/smtp-server.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { isFullSweep } from "../../../test/harness/sweep.ts";
import { openDatabase } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../platform/secrets/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { selfHostedPolicies } from "../../processes/services/policies.ts";
import { MessageSigner, ReturnPathDomains, SenderPolicy } from "../domains/index.ts";
import { CurrentPauses } from "../queue/index.ts";
import { RoutingTables } from "../routing/index.ts";
import { createRelay } from "../routing/relays/create-relay.ts";
import { createRule } from "../routing/rules/change-rules.ts";
import { unsubscribeLinks } from "../suppressions/index.ts";
import { SettingsRelayRoutes } from "./relays/settings-relay.ts";
import { composeRuledRoutes } from "./route/compose-ruled-routes.ts";
import { ModeRoutes } from "./route/mode-routes.ts";
import { OneRoute } from "./route/one-route.ts";
import { verpReturnPathOf } from "./route/return-path-of.ts";
import { ReturnPaths } from "./route/return-paths.ts";
import type { Routes } from "./route/router.ts";
import { captureTransport } from "./transmit/capture-transport.ts";

const log = createLogger("silent", "test");
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const heloName = "out.example";
/** A claim does not load bodies above this size. */
const largeBytes = 70_000;

/**
 * A lost connection, and the SQLSTATEs that PostgreSQL reports in production: shut down by an administrator, read-only, disk full,
 * no connection left, statement timeout.
 */
const failures: DatabaseFailure[] = [
  "reset before",
  "reset after",
  "57P01",
  "25006",
  "53100",
  "53300",
  "57014",
];
/** After the first, the worker cannot know whether the statement had an effect; after the second, the database seems available. */
const ALWAYS_PLAYED = new Set<DatabaseFailure>(["reset after", "57014"]);
const TAKING_TURNS = failures.filter((failure) => !ALWAYS_PLAYED.has(failure));
const isPlayed = (failure: DatabaseFailure, n: number) =>
  isFullSweep || ALWAYS_PLAYED.has(failure) || TAKING_TURNS[n % TAKING_TURNS.length] === failure;

/** The beginnings of the statements of a worker. The test checks that the worker really sends each of them. */
const cycle = [
  "BEGIN",
  "WITH RECURSIVE streams",
  "COMMIT",
  "SELECT (SELECT coalesce(sum(hashtextextended",
  'SELECT account_id AS "accountId", id, name, kind',
  "SELECT p.account_id, nullif(p.name",
  "WITH outcome AS",
  "SELECT encode(hash, 'hex') AS hash, bytes FROM contents",
];

/**
 * A database that fails on demand, a server that accepts all mail, and an account that holds uncertain mail instead of sending it
 * twice.
 */
async function openWorld() {
  const created = await createTestDatabase();
  const database = openDatabase(created.connectionString, { max: 4 });
  const failing = await startFailingDatabase(created.connectionString);
  const sink = await startSmtpSink();
  const accountId = newId();
  // The account of the operator, so that its relay may be at a private address.
  await database.pool.query(
    "INSERT INTO accounts (id, name, on_uncertain, is_operator) VALUES ($1, 'ours', 'hold', true)",
    [accountId],
  );
  const notifyUsers = async () => undefined;
  const deps = {
    database,
    secrets,
    policies: selfHostedPolicies,
    heloName,
    notifyUsers,
    baseUrl: "http://localhost",
  };
  const actor = { accountId, by: { personId: null, keyId: null, network: null } };
  const relay = await createRelay(deps, {
    accountId,
    input: { name: "a relay", url: `smtp://127.0.0.1:${sink.port}?tls=none` },
    actor,
  });
  const input = { name: "bulk", match: { stream: "bulk" as const }, action: "relay" as const };
  await createRule(deps, { accountId, input: { ...input, relay_ids: [relay.id] }, actor });
  return {
    database,
    failing,
    sink,
    accountId,
    close: async () => {
      await failing.close();
      await sink.close();
      await database.close();
      await created.drop();
    },
  };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** Starts a worker as src/processes/worker.ts does, with empty caches. */
async function startWorker({ failing, sink }: World) {
  const database = openDatabase(failing.connectionString, { max: 5, patienceMs: 8_000, byIndex: true });
  const returnPathDomains = new ReturnPathDomains(database);
  const domainFor = returnPathDomains.of.bind(returnPathDomains);
  const senderPolicy = new SenderPolicy({ database, onlyVerified: () => false });
  const verp = { returnPaths: new ReturnPaths({ secrets }), domainFor };
  const returnPathOf: Routes["returnPathOf"] = (email, recipient) => verpReturnPathOf(verp, email, recipient);
  const signer = new MessageSigner({ database, secrets });
  const links = { secrets, baseUrl: "https://posthouse.example", inboundDomainFor: domainFor };
  const pauses = new CurrentPauses({ database });
  const endpoint = {
    host: "127.0.0.1",
    port: sink.port,
    auth: null,
    tls: "none" as const,
    rejectUnauthorized: false,
  };
  const relay = new SettingsRelayRoutes({ endpoint, heloName, returnPathOf, log });
  const override = { mode: "relay", setting: "SMTP_RELAY_URL" } as const;
  const direct = { hopTo: () => expect.unreachable(), close: async () => undefined };
  const tables = new RoutingTables({ database, log, policies: selfHostedPolicies, override });
  const live = composeRuledRoutes({
    database,
    log,
    secrets,
    heloName,
    tables,
    defaults: { relay, direct: relay },
    returnPathOf,
    direct: direct as never,
  });
  const worker = createRoutedWorker({
    database,
    routes: new ModeRoutes({
      tables,
      capture: new OneRoute({
        name: "capture",
        transport: captureTransport,
        maxTransactions: 1,
        returnPathOf,
      }),
      live,
      reasonToRefuseDomain: senderPolicy.reasonToRefuse.bind(senderPolicy),
    }),
    pauses: () => pauses.load(),
    signMessage: (email, message) => signer.sign(email, message),
    linksFor: (subscription) => unsubscribeLinks(links, subscription),
  });
  await worker.start();
  return {
    stop: async () => {
      await worker.stop();
      await database.close();
    },
  };
}

/** Stores a small email, a bulk email that a rule sends by a relay, and a large scheduled email. */
async function store({ database, accountId }: World): Promise<string[]> {
  const own = { accountId };
  const emails = [
    { ...draftEmail(accountId, { to: ["a@one.example", "b@two.example"], subject: "x", text: "x" }), ...own },
    { ...draftEmail(accountId, { to: "c@one.example", subject: "x", text: "x", stream: "bulk" }), ...own },
    {
      ...draftEmail(accountId, { to: "d@three.example", subject: "x", html: "x".repeat(largeBytes) }),
      ...own,
    },
  ];
  await storeEmails(database, emails);
  await database.pool.query("UPDATE emails SET scheduled_at = created_at WHERE id = $1", [emails[2]?.id]);
  return emails.map(({ id }) => id);
}

/** The state and events of these emails' recipients, as users see them. */
async function outcomesOf({ database }: World, ids: string[]) {
  const { rows } = await database.pool.query(
    `SELECT r.address, r.state, r.attempt, r.tries, r.crash_count,
       ARRAY(SELECT v.type || ' ' || v.attempt FROM events v
         WHERE v.account_id = r.account_id AND v.email_id = r.email_id AND v.position = r.position ORDER BY v.id) AS events
     FROM recipients r WHERE r.email_id = ANY ($1::uuid[]) ORDER BY r.address`,
    [ids],
  );
  return rows;
}

const deliveredAtOnce = { state: "delivered", attempt: 1, tries: 0, crash_count: 0, events: ["delivered 1"] };

/** Lets a new worker send mail while the first statement that begins with `text` fails. Null: no statement fails. */
async function play(world: World, text: string | null, failure: DatabaseFailure): Promise<boolean> {
  const ids = await store(world);
  const before = world.sink.messages.length;
  let isFailed = false;
  if (text !== null)
    void world.failing.fail({ text, failure, times: 1 }).failed.then(() => {
      isFailed = true;
    });
  const worker = await startWorker(world);
  try {
    await eventually(async () => {
      const outcomes = await outcomesOf(world, ids);
      expect(outcomes.map(({ state }) => state)).toEqual(Array(4).fill("delivered"));
      expect(outcomes).toMatchObject(Array(4).fill(deliveredAtOnce));
    }, 100);
  } catch (error) {
    throw new Error(`${failure} at ${text}: ${JSON.stringify(await outcomesOf(world, ids))}`, {
      cause: error,
    });
  } finally {
    await worker.stop();
  }
  const copies = world.sink.messages.slice(before).flatMap(({ recipients }) => recipients);
  expect([text, copies.toSorted()]).toEqual([
    text,
    ["a@one.example", "b@two.example", "c@one.example", "d@three.example"],
  ]);
  return isFailed;
}

describe.concurrent("mail costs neither an event nor an attempt, whichever statement of a worker fails", () => {
  test.for(failures)("by %s", async (failure, { onTestFinished }) => {
    const world = await openWorld();
    onTestFinished(world.close);
    await play(world, null, failure);
    const statements = world.failing.statements().filter((text) => !text.startsWith("LISTEN"));
    for (const text of cycle) expect(statements.filter((one) => one.startsWith(text))).not.toEqual([]);
    const played = statements.toSorted().filter((_, n) => isPlayed(failure, n));
    const failed: string[] = [];
    for (const text of played) if (await play(world, text, failure)) failed.push(text);
    const inCycle = (texts: string[]) => cycle.filter((text) => texts.some((one) => one.startsWith(text)));
    expect(inCycle(failed)).toEqual(inCycle(played));
  });
});
