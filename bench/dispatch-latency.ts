import { sendEmail, signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { startSmtpSink } from "../test/harness/smtp-server.ts";
import { until } from "../test/harness/until.ts";
import { median, type Row, round } from "./report.ts";
import { sampleEmail } from "./sample-email.ts";

const EMAILS = 50;

/** Measures the time from the response to a send until the relay receives MAIL, with an idle worker. */
export async function measureDispatchLatency(): Promise<Row[]> {
  let heardAt: number | null = null;
  const mail = () => {
    heardAt = performance.now();
    return undefined;
  };
  const sink = await startSmtpSink({ script: { mail } });
  const env = { SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`, LOG_LEVEL: "warn" };
  const posthouse = await startPosthouse({ env });
  try {
    const { key } = await signUpAndCreateKey(posthouse);
    const waits: number[] = [];
    for (let email = 0; email < EMAILS; email += 1) {
      heardAt = null;
      await sendEmail(posthouse.baseUrl, key, sampleEmail);
      const answeredAt = performance.now();
      const seenAt = await until(() => heardAt, {
        within: 10_000,
        what: "the relay to see the email",
        every: 1,
      });
      waits.push(Math.max(0, seenAt - answeredAt));
      await until(() => sink.messages.length === email + 1, { within: 10_000, what: "the message" });
    }
    const behind = `median of ${EMAILS}; slowest ${round(Math.max(...waits))} ms`;
    return [
      {
        what: "idle worker: from the answer to MAIL",
        value: median(waits),
        unit: "ms",
        bar: { most: 50 },
        behind,
      },
    ];
  } finally {
    await stopAndRemove(posthouse);
    await sink.close();
  }
}
