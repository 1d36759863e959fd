/**
 * A separate process: a worker with a journal that kills itself at a point of its first delivery, or waits to be killed. `making` and
 * `waiting`: it renders its first message, and dies while the next five are rendered, or wait for the recipients' server.
 */
import { openDatabase } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import type { Claim } from "../../recipients/index.ts";
import { OneRoute } from "../route/one-route.ts";
import { senderReturnPathOf } from "../route/return-path-of.ts";
import { SharedThrottles } from "../throttles/shared-throttles.ts";
import { RelayTransport } from "../transmit/relay-transport.ts";
import { DeliveryWorker } from "../worker.ts";
import { openJournals } from "./open-journals.ts";

export type Doom = {
  connectionString: string;
  directory: string;
  port: number;
  /** Null: it waits to be killed. */
  at: "before the dot" | "answered" | "making" | "waiting" | null;
  otherAccounts: string[];
};

const { connectionString, directory, port, at, otherAccounts } = JSON.parse(process.argv[2] ?? "") as Doom;

function dieAt(point: Doom["at"]): void {
  if (point === at) process.kill(process.pid, "SIGKILL");
}

let made = 0;
async function make(message: Buffer): Promise<Buffer> {
  made += 1;
  if (at !== "making" || made === 1) return message;
  if (made === 6) dieAt("making");
  return await Promise.withResolvers<Buffer>().promise;
}

let waiting = 0;
const begun = new Set<unknown>();
function recordWaiting(claims: Claim[]): void {
  journal.recordWaiting(claims);
  for (const claim of claims) if (begun.has(claim)) waiting += 1;
  // Written in this turn of the event loop.
  if (waiting === 5) setTimeout(() => dieAt("waiting"), 100);
}

const log = createLogger("silent", "doomed");
const database = openDatabase(connectionString, { max: 3 });
const { journal } = await openJournals({ directory, database, log });
const endpoint = { host: "127.0.0.1", port, tls: "none", auth: null, rejectUnauthorized: true } as const;
const worker = new DeliveryWorker({
  database,
  routes: new OneRoute({
    name: "relay",
    transport: new RelayTransport({ endpoint, heloName: "posthouse.example" }),
    maxTransactions: 5,
    returnPathOf: senderReturnPathOf,
  }),
  throttles: new SharedThrottles({ database, log }),
  signMessage: async (_email, message) => await make(message),
  linksFor: async () => ({ url: "https://posthouse.example/u/token", mailto: null }),
  trackingWhenSent: async ({ tracking }) => ({ tracking, change: null }),
  trackHtml: (html) => html,
  log,
  pauses: async () => ({ all: false, accounts: otherAccounts, accountDomains: [], domains: [] }),
  journal: {
    isWritten: () => journal.isWritten(),
    recordClaimed: (recipients, takenAt) => journal.recordClaimed(recipients, takenAt),
    recordWaiting,
    recordWaitingIfLong: (claims) => {
      const timer = setTimeout(() => recordWaiting(claims()), 250);
      return { end: () => clearTimeout(timer) };
    },
    recordStarted: (claims) => {
      for (const claim of claims) begun.add(claim);
      return journal.recordStarted(claims);
    },
    recordFinalDot: (claims, taken) => {
      dieAt("before the dot");
      return journal.recordFinalDot(claims, taken);
    },
    recordReply: async (claims, results) => {
      await journal.recordReply(claims, results);
      dieAt("answered");
    },
    recordSettled: (claim) => journal.recordSettled(claim),
  },
});
await worker.start();
