/** The simulator's addresses work in every delivery mode, and nothing leaves the machine. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  callApi,
  type EmailView,
  loadEmail,
  type RecipientView,
  sendEmail,
  signUpAndCreateKey,
} from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";

const simulator = "simulator.posthouse.test";
const outcomes = [
  ["delivered", "delivered", ["delivered"], { code: 250, enhanced: "2.0.0" }],
  ["bounced", "bounced", ["bounced"], { code: 550, enhanced: "5.1.1", phase: "rcpt" }],
  ["deferred", "deferred", ["deferred"], { code: 451, enhanced: "4.7.1", phase: "rcpt" }],
  ["complained", "delivered", ["delivered", "complained"], { code: 250 }],
  ["suppressed", "suppressed", ["suppressed"], {}],
  ["uncertain", "uncertain", ["uncertain"], { phase: "dot" }],
  ["any-other", "bounced", ["bounced"], { code: 550 }],
] as const;
const openStates = ["deferred", "uncertain"];

let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink({ keepWire: true });
});
afterAll(() => sink.close());

describe.each([
  ["capture", () => ({})],
  ["relay", () => ({ SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}` })],
])("with the delivery mode %s", (mode, settings) => {
  let posthouse: Posthouse;
  let key: string;

  beforeAll(async () => {
    const env = { DEFAULT_FROM: "Us <us@posthouse.test>", ...settings() };
    posthouse = await startPosthouse({ database: await createTestDatabase(), env });
    ({ key } = await signUpAndCreateKey(posthouse));
  });
  afterAll(() => stopAndRemove(posthouse));

  /** Sends, and waits for the first outcome of each recipient. */
  async function settled(body: Record<string, unknown>): Promise<EmailView> {
    const id = await sendEmail(posthouse.baseUrl, key, { subject: "A try", text: "Hello", ...body });
    return await until(
      async () => {
        const email = await loadEmail(posthouse.baseUrl, key, id);
        return email.recipients.every(({ events }) => events.length > 0) && email;
      },
      { what: "outcomes" },
    );
  }

  function expectOutcome(recipient: RecipientView | undefined, name: string): void {
    const [, state, events, detail] = outcomes.find(([local]) => local === name) ?? outcomes[0];
    expect(recipient).toMatchObject({ state, attempts: 1 });
    expect(recipient?.events.map(({ type }) => type)).toEqual(events);
    expect(recipient?.events[0]?.detail).toMatchObject(detail);
    expect(recipient?.next_attempt_at === null).toBe(!openStates.includes(state));
  }

  test.each(outcomes)("%s@ ends as %s, alone and with a label, in any case", async (local, state) => {
    for (const address of [local, `${local}+order-7`, `${local.toUpperCase()}+x`]) {
      const email = await settled({ to: `${address}@${simulator.toUpperCase()}` });
      expect(email.status).toBe(state);
      expectOutcome(email.recipients[0], local);
    }
  });

  test("in one email to all of them, each ends as its name says, in to, cc and bcc", async () => {
    const to = outcomes.map(([local]) => `${local}@${simulator}`);
    const email = await settled({ to: to.slice(0, 3), cc: to.slice(3, 5), bcc: to.slice(5) });
    for (const [position, [local]] of outcomes.entries()) expectOutcome(email.recipients[position], local);
    expect(email.status).toBe("uncertain");
  });

  test("deferred and uncertain recipients are retried when due, and final ones are not", async () => {
    const to = ["deferred", "uncertain", "delivered"].map((local) => `${local}@${simulator}`);
    const { id } = await settled({ to });
    await runOn(
      posthouse.databaseUrl(),
      "UPDATE recipients SET due_at = now() WHERE email_id = $1 AND due_at IS NOT NULL",
      [id],
    );
    const email = await until(
      async () => {
        const again = await loadEmail(posthouse.baseUrl, key, id);
        return again.recipients[0]?.attempts === 2 && again.recipients[1]?.events.length === 2 && again;
      },
      { within: 30_000, what: "the second attempt" },
    );
    expect(email.recipients.map(({ state, attempts }) => [state, attempts])).toEqual([
      ["deferred", 2],
      ["uncertain", 2],
      ["delivered", 1],
    ]);
  });

  test("beside a real recipient: the relay sees the real one alone, and its own outcome is its own (C20)", async () => {
    const before = sink.messages.length;
    const email = await settled({
      to: [`bounced@${simulator}`, "real@sink.test"],
      cc: `complained+cc@${simulator}`,
      bcc: [`suppressed@${simulator}`, "hidden@sink.test"],
    });
    const real = mode === "relay" ? "delivered" : "captured";
    expect(email.recipients.map(({ state }) => state)).toEqual([
      "bounced",
      real,
      "delivered",
      "suppressed",
      real,
    ]);
    const seen = sink.messages.slice(before);
    expect(seen.map(({ recipients }) => recipients.toSorted())).toEqual(
      mode === "relay" ? [["hidden@sink.test", "real@sink.test"]] : [],
    );
    const raw = seen[0]?.raw.toString("latin1") ?? "";
    expect(raw).not.toMatch(/suppressed|hidden|^bcc/im);
  });

  test("a complaint is an event with its own type, and the email stays delivered", async () => {
    const { id } = await settled({ to: `complained@${simulator}`, metadata: { order: 7 } });
    const path = `/api/v1/events?type=complained&email_id=${id}`;
    const { body } = await callApi<{ events: object[] }>(posthouse.baseUrl, path, { key });
    expect(body.events).toMatchObject([{ recipient: `complained@${simulator}`, metadata: { order: 7 } }]);
    expect((await loadEmail(posthouse.baseUrl, key, id)).status).toBe("delivered");
  });

  test("addresses that resemble the simulator's are treated as real", async () => {
    const before = sink.messages.length;
    const email = await settled({ to: [`bounced@sub.${simulator}`, `bounced@${simulator}.sink.test`] });
    const real = mode === "relay" ? "delivered" : "captured";
    expect(email.recipients.map(({ state }) => state)).toEqual([real, real]);
    const seen = sink.messages.slice(before).flatMap(({ recipients }) => recipients);
    expect(seen).toHaveLength(mode === "relay" ? 2 : 0);
  });

  test("no simulator address ever appeared in the relay's envelope (E)", () => {
    expect(sink.commands.filter((line) => /^RCPT/i.test(line) && line.endsWith(`@${simulator}>`))).toEqual(
      [],
    );
    if (mode === "capture") expect(sink.connections).toBe(0);
  });
});

async function runOn(connectionString: string, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(text, values);
  await client.end();
}
