/** A process of its own: a worker with a journal that kills itself at a point of its first delivery, or waits for others to do it. */
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
  at: "before the dot" | "answered" | null;
  otherAccounts: string[];
};

const { connectionString, directory, port, at, otherAccounts } = JSON.parse(process.argv[2] ?? "") as Doom;

function dieAt(point: Doom["at"]): void {
  if (point === at) process.kill(process.pid, "SIGKILL");
}

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
  signMessage: async (_email, message) => message,
  linksFor: async () => ({ url: "https://posthouse.example/u/token", mailto: null }),
  log,
  pauses: async () => ({ all: false, accounts: otherAccounts, lanes: [], domains: [] }),
  notes: {
    claimed: (recipients) => notes.claimed(recipients),
    waits: (claims) => notes.waits(claims),
    begins: (claims) => notes.begins(claims),
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
