import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openDatabase } from "../src/platform/db/index.ts";
import { signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPostfix } from "../test/harness/postfix.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { end, forkBench, nextMessage } from "./fork-bench.ts";
import { median, type Row, round } from "./report.ts";
import { buildSample } from "./sample-message.ts";

const run = promisify(execFile);
const MESSAGES = 3_000;
const SESSIONS = 40;

/**
 * Measures messages per second that are accepted by SMTP and durable when confirmed, against Postfix's smtpd with the same arguments
 * of smtp-source.
 */
export async function measureSubmission({ rounds }: { rounds: number }): Promise<Row[]> {
  const posthouse = await startPosthouse({ args: ["--roles", "api"], env: { LOG_LEVEL: "warn" } });
  const postfix = await startPostfix({ relayTo: "127.0.0.1:1", settings: { defer_transports: "smtp" } });
  await signUpAndCreateKey(posthouse);
  const databaseUrl = posthouse.databaseUrl();
  const server = forkBench(new URL("./open-submission.ts", import.meta.url), [
    databaseUrl,
    await anyAccount(databaseUrl),
  ]);
  try {
    const { port } = await nextMessage<{ port: number }>(server);
    await submit(port);
    const pairs: { own: number; postfix: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ postfix: await submit(postfix.port), own: await submit(port) });
    const own = median(pairs.map((pair) => pair.own));
    const theirs = median(pairs.map((pair) => pair.postfix));
    return [
      {
        what: `SMTP submission, ${SESSIONS} sessions, durable`,
        value: median(pairs.map((pair) => pair.own / pair.postfix)),
        unit: "×",
        bar: { least: 2 },
        behind: `${round(own)}/s, Postfix's smtpd ${round(theirs)}/s`,
      },
    ];
  } finally {
    await end(server);
    await postfix.stop();
    await stopAndRemove(posthouse);
  }
}

/** Uses one connection per message, which is smtp-source's default. */
async function submit(port: number): Promise<number> {
  const size = String(buildSample().length);
  const envelope = ["-f", "bench@posthouse.test", "-t", "someone@sink.test"];
  const args = ["-m", String(MESSAGES), "-s", String(SESSIONS), "-l", size, ...envelope, `127.0.0.1:${port}`];
  const start = performance.now();
  await run("/usr/sbin/smtp-source", args);
  return (MESSAGES * 1_000) / (performance.now() - start);
}

async function anyAccount(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, { max: 1 });
  const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM accounts LIMIT 1");
  await database.close();
  return rows[0]?.id ?? "";
}
