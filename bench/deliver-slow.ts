import { drainQueue } from "./drain-queue.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { type Row, round } from "./report.ts";

const DOT_MS = 100;
/** More than a worker opens. */
const ANY_CONNECTIONS = 1_000;
const FEW_CONNECTIONS = 30;

/** Measures deliveries per second to a relay that takes 100 ms for each reply to the final dot, with default settings. */
export async function measureSlowRelay({ seconds }: { seconds: number }): Promise<Row[]> {
  const slow = await drainTo(ANY_CONNECTIONS, seconds);
  const limited = await drainTo(FEW_CONNECTIONS, seconds / 3);
  return [
    {
      what: `delivery to a relay that takes ${DOT_MS} ms at the dot`,
      value: slow.rate,
      unit: "/s",
      bar: { least: 1_000 },
      behind: `${slow.most} connections at most`,
    },
    {
      what: `the same, and takes only ${FEW_CONNECTIONS} connections`,
      value: limited.rate / (FEW_CONNECTIONS * (1_000 / DOT_MS)),
      unit: "×",
      bar: null,
      behind: `${round(limited.rate)}/s, ${limited.most} connections at most, ${limited.refused} refused`,
    },
  ];
}

async function drainTo(maxConnections: number, seconds: number) {
  const relay = forkBench(new URL("./slow-relay.ts", import.meta.url), [DOT_MS, maxConnections].map(String));
  const { port } = await nextMessage<{ port: number }>(relay);
  try {
    const { rate } = await drainQueue({ port }, { seconds });
    relay.send("report");
    return { rate, ...(await nextMessage<{ most: number; refused: number }>(relay)) };
  } finally {
    await end(relay);
  }
}
