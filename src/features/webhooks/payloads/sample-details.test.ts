import { expect, onTestFinished, test } from "vitest";
import { type Script, startSmtpSink } from "../../../../test/harness/smtp-server.ts";
import { MessagesPerConnection, SmtpPool } from "../../../mail/smtp/index.ts";
import { type AttemptResult, isTried } from "../../delivery/outcome.ts";
import { suppressed } from "../../delivery/route/suppressed.ts";
import { settlementOf } from "../../delivery/settle/settlement-of.ts";
import { captureTransport } from "../../delivery/transmit/capture-transport.ts";
import { toTransmitResults } from "../../delivery/transmit/to-result.ts";
import { sampleMailDetail } from "./sample-details.ts";

const AT = new Date("2026-11-21T02:59:41.201Z");
const envelope = { from: "orders@shop.example", recipients: ["ada@example.com"] };

/** The detail of an event, as an attempt records it. */
function detailOf(result: AttemptResult | undefined): object {
  if (!result) throw new Error("there was no attempt");
  const { detail } = settlementOf({
    claim: {} as never,
    decision: { state: "delivered", retrySeconds: null, result },
  });
  return JSON.parse(JSON.stringify(detail));
}

async function attempt(script: Script): Promise<object> {
  const sink = await startSmtpSink({ tls: "starttls", script });
  const pool = new SmtpPool({
    endpoint: {
      host: "mx.example.com",
      address: "127.0.0.1",
      port: sink.port,
      tls: "opportunistic",
      auth: null,
      rejectUnauthorized: false,
    },
    maxConnections: 1,
    messagesPerConnection: new MessagesPerConnection(1),
    idleMs: 1_000,
  });
  onTestFinished(async () => {
    await pool.close({ graceMs: 0 });
    await sink.close();
  });
  const outcomes = await pool.send({ ...envelope, message: Buffer.from("Subject: x\r\n\r\nhello\r\n") });
  return detailOf(toTransmitResults(outcomes, envelope).find(isTried));
}

test.each<[type: string, Script]>([
  ["email.delivered", { dot: "250 2.0.0 Ok: queued as 4XyZ1" }],
  ["email.deferred", { rcpt: "451 4.7.1 Greylisted, try again later" }],
  ["email.expired", { rcpt: "451 4.7.1 Greylisted, try again later" }],
  ["email.bounced", { rcpt: "550 5.1.1 <ada@example.com>: no such user" }],
  ["email.uncertain", { dot: "drop-before" }],
])("the sample of %s has the detail of a real attempt", async (type, script) => {
  // Durations differ each time, the transport adds the policy, and the database adds the time of the retry.
  const {
    durations,
    policy,
    next_attempt_at: retry,
    ...sample
  } = sampleMailDetail(type, AT) as Record<string, unknown>;
  const { durations: _, ...real } = (await attempt(script)) as Record<string, unknown>;
  expect(sample).toEqual(real);
  expect(Object.keys(durations as object)).toEqual(
    expect.arrayContaining(["dns", "connect", "tls", "mail", "rcpt"]),
  );
  expect(policy).toBe("example.com does not require TLS.");
  expect(retry !== undefined).toBe(type === "email.deferred" || type === "email.uncertain");
});

test("the samples of suppressed and captured mail have the detail of real events", async () => {
  expect(sampleMailDetail("email.suppressed", AT)).toEqual(detailOf(suppressed("hard_bounce")));
  const [captured] = await captureTransport.transmit({ envelope } as never);
  expect(sampleMailDetail("email.captured", AT)).toEqual(detailOf(captured as AttemptResult));
});
