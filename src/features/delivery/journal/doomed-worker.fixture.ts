/**
 * A process of its own: a worker with a journal that kills itself at a point of its first delivery, or waits for others to do it. `making`
 * and `waiting`: it makes its first message, and dies when the five after it are being made, or wait for the recipients' server.
 */
import { openDatabase } from "../../../platform/db/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { SharedPace } from "../pace/shared-pace.ts";
import { createOneRoute } from "../routing/one-route.ts";
import { givenReturnPathOf } from "../routing/return-path-of.ts";
import { createRelayTransport } from "../transports/relay-transport.ts";
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
const log = createLogger("silent", "doomed");
const database = openDatabase(connectionString, { max: 3 });
const { notes } = await openJournals({ directory, database, log });
const endpoint = { host: "127.0.0.1", port, tls: "none", auth: null, rejectUnauthorized: true } as const;
const worker = new DeliveryWorker({
  database,
  routes: createOneRoute({
    name: "relay",
    transport: createRelayTransport({ endpoint, heloName: "posthouse.example" }),
    maxUnderWay: 5,
    returnPathOf: givenReturnPathOf,
  }),
  pace: new SharedPace({ database, log }),
  signMessage: async (_email, message) => await make(message),
  linksFor: async () => ({ url: "https://posthouse.example/u/token", mailto: null }),
  log,
  pauses: async () => ({ all: false, accounts: otherAccounts, accountDomains: [], domains: [] }),
  notes: {
    isWritten: () => notes.isWritten(),
    claimed: (recipients) => notes.claimed(recipients),
    waits: (claims) => {
      notes.waits(claims);
      for (const claim of claims) if (begun.has(claim)) waiting += 1;
      // Written in this turn of the event loop.
      if (waiting === 5) setTimeout(() => dieAt("waiting"), 100);
    },
    begins: (claims) => {
      for (const claim of claims) begun.add(claim);
      return notes.begins(claims);
    },
    ends: (claims, taken) => {
      dieAt("before the dot");
      return notes.ends(claims, taken);
    },
    answered: async (claims, results) => {
      await notes.answered(claims, results);
      dieAt("answered");
    },
    settled: (claim) => notes.settled(claim),
  },
});
await worker.start();
