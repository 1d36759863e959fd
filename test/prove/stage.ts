import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import {
  type Posthouse,
  type PosthouseOptions,
  startPosthouse,
  stopAndRemove,
} from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { readLedger } from "./ledger.ts";
import { type Load, type LoadOptions, startLoad } from "./load-client.ts";
import type { ClientRecord, Disruption, SinkRecord } from "./records.ts";
import { type Sink, startSink } from "./start-sink.ts";
import { judge, type Verdict } from "./verdict.ts";

/** The program between a load client and a sink, with a ledger at each end. */
export type Stage = {
  posthouse: Posthouse;
  sink: Sink;
  key: string;
  load: (options: Pick<LoadOptions, "connections" | "rate">) => Promise<Load>;
  /** Waits until all recipients are final, so that no more copies can arrive. Makes later retries due now. */
  drain: (withinMs?: number) => Promise<void>;
  client: () => Promise<ClientRecord[]>;
  sinkRecords: () => Promise<SinkRecord[]>;
  judge: (disruptions: Disruption[]) => Promise<Verdict>;
};

/** A lease lasts at most 30 s, and the next worker may be killed during the second lease. */
const DRAIN_WITHIN_MS = 120_000;
const CONNECT_WITHIN_MS = 10_000;

/** Sets up a stage with its ledgers in `directory`, runs it, and always stops the program and the sink. */
export async function onStage<T>(
  { directory, ...options }: PosthouseOptions & { directory: string },
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const clientPath = join(directory, "client.jsonl");
  const sinkPath = join(directory, "sink.jsonl");
  const sink = await startSink(sinkPath);
  const settings = {
    SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    DEFAULT_FROM: "TokenState <proof@posthouse.test>",
  };
  const loads: Load[] = [];
  let posthouse: Posthouse | undefined;
  try {
    posthouse = await startPosthouse({ ...options, env: { ...settings, ...options.env } });
    const running = posthouse;
    const { key } = await signUpAndCreateKey(running);
    const client = () => readLedger<ClientRecord>(clientPath);
    const sinkRecords = () => readLedger<SinkRecord>(sinkPath);
    const prefix = `p${Date.now().toString(36)}`;
    const result = await play({
      posthouse: running,
      sink,
      key,
      load: async (how) => {
        const load = await startLoad({
          ...how,
          baseUrl: running.baseUrl,
          key,
          ledgerPath: clientPath,
          prefix: `${prefix}${String.fromCharCode(97 + loads.length)}`,
        });
        loads.push(load);
        return load;
      },
      drain: (withinMs = DRAIN_WITHIN_MS) => untilDrained(running.databaseUrl(), withinMs),
      client,
      sinkRecords,
      judge: async (disruptions) => judge({ client: await client(), sink: await sinkRecords(), disruptions }),
    });
    const code = await running.stop();
    if (code !== 0) throw new Error(`posthouse ended with ${code}: ${running.logs.slice(-20).join("\n")}`);
    return result;
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
    await stopAndRemove(posthouse);
    await sink.stop();
  }
}

/** After a kill, the database may refuse connections for a moment because it is starting up. */
export async function connectAgain(databaseUrl: string): Promise<pg.Client> {
  for (const triedAt = performance.now(); ; await pause(100)) {
    const database = new pg.Client({ connectionString: databaseUrl });
    // If the stage ends early, report the first error.
    database.on("error", () => undefined);
    try {
      await database.connect();
      return database;
    } catch (error) {
      if (performance.now() - triedAt > CONNECT_WITHIN_MS) throw error;
    }
  }
}

async function untilDrained(databaseUrl: string, within: number): Promise<void> {
  const database = await connectAgain(databaseUrl);
  const isDrained = async () => {
    await database.query("UPDATE recipients SET due_at = now() WHERE state = 'uncertain' AND due_at > now()");
    return (await database.query("SELECT FROM recipients WHERE due_at IS NOT NULL LIMIT 1")).rowCount === 0;
  };
  try {
    await until(isDrained, { within, what: "the queue to drain", every: 250 });
  } finally {
    await database.end();
  }
}
