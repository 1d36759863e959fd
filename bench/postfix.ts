import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startPostfix } from "../test/harness/postfix.ts";
import { until } from "../test/harness/until.ts";
import { buildSample } from "./sample-message.ts";
import { startSmtpSink } from "./smtp-sink.ts";

const run = promisify(execFile);
const MESSAGES = 3_000;

/** Measures deliveries per second of Postfix with Debian's settings, from a full queue to the same kind of sink. */
export async function measurePostfix(): Promise<number> {
  const sink = await startSmtpSink({ counting: true });
  const postfix = await startPostfix({
    relayTo: `127.0.0.1:${sink.port}`,
    settings: { defer_transports: "smtp" },
  });
  try {
    const envelope = ["-f", "bench@posthouse.test", "-t", "someone@sink.test"];
    const size = String(buildSample().length);
    const args = ["-m", String(MESSAGES), "-s", "20", "-l", size, ...envelope, `127.0.0.1:${postfix.port}`];
    await run("/usr/sbin/smtp-source", args);
    postfix.configure({ defer_transports: "" });
    const start = performance.now();
    postfix.flush();
    await until(() => sink.received() >= MESSAGES, { within: 60_000, what: "Postfix to deliver", every: 5 });
    return (MESSAGES * 1_000) / (performance.now() - start);
  } finally {
    await postfix.stop();
    await sink.stop();
  }
}
