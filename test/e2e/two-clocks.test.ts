import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Posthouse as Client, type Event } from "../../packages/client/src/index.ts";
import { readRollups, recountMail } from "../../src/features/analytics/rollups/recount.fixture.ts";
import { timeOfId } from "../../src/platform/ids/index.ts";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { logInRaw } from "../harness/raw-smtp.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { startWebhookReceiver } from "../harness/webhook-receiver.ts";

/** Ten minutes and some seconds, so that the minutes of the two clocks begin at different times. */
const tenMinutesMs = 620_000;
let directory: string;
let sink: SmtpSink;
/** `right` has the correct clock and runs the database. `wrong` uses the same database, and its clock is wrong. */
let right: Posthouse;
let wrong: Posthouse;
let nodes: Client[];
let key: string;
let database: pg.Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "clocks-"));
  sink = await startSmtpSink();
  const settings = {
    SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    DEFAULT_FROM: "Ada <ada@posthouse.test>",
    RATE_LIMIT: "10000",
    SECRET_KEY: "one key for both nodes, long enough",
    WEBHOOKS_TO_PRIVATE: "on",
  };
  right = await startPosthouse({ env: settings });
  const shiftFile = join(directory, "shift");
  await writeFile(shiftFile, "0");
  const preload = new URL("../prove/shifted-clock.ts", import.meta.url).href;
  wrong = await startPosthouse({
    roles: "all",
    env: {
      ...settings,
      DATABASE_URL: right.databaseUrl(),
      NODE_OPTIONS: `--import=${preload}`,
      CLOCK_SHIFT_FILE: shiftFile,
    },
  });
  ({ key } = await signUpAndCreateKey(right));
  nodes = [right, wrong].map(({ baseUrl }) => new Client(key, { baseUrl }));
  database = new pg.Client({ connectionString: right.databaseUrl() });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await stopAndRemove(wrong);
  await stopAndRemove(right);
  await sink?.close();
  await rm(directory, { recursive: true });
});

const node = (n: number) => nodes[n % nodes.length] as Client;
const email = (subject: string) => ({ to: "bob@sink.test", subject, text: "Hello" });
const arrivedAs = (subject: string) =>
  sink.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).length;
const untilArrived = (subject: string) =>
  until(() => arrivedAs(subject) > 0, { within: 30_000, what: `the arrival of ${subject}` });

/** Sends 8 emails through both nodes and follows their links, one node after the other. Returns the ids of the emails. */
async function clickOnBothNodes(name: string): Promise<string[]> {
  const subjects = Array.from({ length: 8 }, (_, n) => `${name} click ${n}.`);
  const html = '<a href="https://shop.test/offer">Offer</a>';
  const sent: { id: string }[] = [];
  // The setting reaches all processes within half a second.
  await until(
    async () => {
      const { id } = await node(1).emails.send({ to: "bob@sink.test", subject: "Tracked?", html });
      return (await node(0).emails.get(id)).tracking;
    },
    { what: "a tracked email" },
  );
  for (const [n, subject] of subjects.entries())
    sent.push(await node(n).emails.send({ to: "bob@sink.test", subject, html }));
  for (const [n, subject] of subjects.entries()) {
    await untilArrived(subject);
    const raw = sink.messages.find((message) => message.raw.includes(`Subject: ${subject}\r\n`))?.raw ?? "";
    const message = await PostalMime.parse(raw);
    const path = /\/c\/[\w-]+\/[\w-]+/.exec(message.html ?? "")?.[0];
    const response = await fetch(`${[wrong, right][n % 2]?.baseUrl}${path}`, { redirect: "manual" });
    expect(response.headers.get("location")).toBe("https://shop.test/offer");
  }
  return sent.map(({ id }) => id).sort();
}

async function rateAt({ baseUrl }: Posthouse): Promise<{ remaining: number; secondsLeft: number }> {
  const { headers } = await callApi(baseUrl, "/api/v1/emails?limit=1", { key });
  const [, remaining, secondsLeft] = /r=(\d+);t=(\d+)/.exec(headers.get("ratelimit") ?? "") ?? [];
  return { remaining: Number(remaining), secondsLeft: Number(secondsLeft) };
}

describe.each([
  ["ahead", tenMinutesMs],
  ["behind", -tenMinutesMs],
])("two nodes, one with its clock ten minutes %s (F13)", (name, shiftMs) => {
  beforeAll(() => writeFile(join(directory, "shift"), String(shiftMs)));

  test("each email is sent once, and followers receive each event once, through either node", async () => {
    const begin = (await database.query("SELECT now()")).rows[0].now as Date;
    const subjects = Array.from({ length: 20 }, (_, n) => `${name} ${n}.`);
    const signal = AbortSignal.timeout(50_000);
    const heard = nodes.map(async (client) => {
      const events: Event[] = [];
      for await (const event of client.events.follow({ since: begin, signal, everyMs: 50 }))
        if (events.push(event) === subjects.length) break;
      return events;
    });
    const sent = await Promise.all(subjects.map((subject, n) => node(n).emails.send(email(subject))));
    const ids = sent.map(({ id }) => id).sort();
    for (const events of await Promise.all(heard)) {
      expect(events.map(({ type, email_id }) => [type, email_id]).sort()).toEqual(
        ids.map((id) => ["delivered", id]),
      );
      for (const { created_at } of events)
        expect(Math.abs(Date.parse(created_at) - begin.getTime())).toBeLessThan(60_000);
    }
    expect(subjects.map(arrivedAs)).toEqual(subjects.map(() => 1));
  });

  test("opens, clicks and events of the account from either node are in one order, and followers get each once (F13)", async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    await node(0).webhooks.create({ url: receiver.url, actors: "any" });
    await callApi(right.baseUrl, "/api/v1/tracking", { key, method: "PATCH", body: { clicks: true } });
    const begin = (await database.query("SELECT now()")).rows[0].now as Date;
    const clickedIds = await clickOnBothNodes(name);
    const contacts = Array.from({ length: 8 }, (_, n) => `${name}${n}@contact.test`);
    await Promise.all(contacts.map((address, n) => node(n).contacts.create({ email: address })));

    const listed = await until(
      async () => {
        const events: Event[] = [];
        const query = { kind: "email,engagement,account", since: begin.toISOString() };
        for await (const event of node(1).events.list(query)) events.push(event);
        return events.filter(({ type }) => type === "email.clicked").length >= clickedIds.length && events;
      },
      { within: 90_000, every: 250, what: "the clicks" },
    );
    const of = (type: string) => listed.filter((event) => event.type === type);
    expect(
      of("email.clicked")
        .map(({ email_id }) => email_id)
        .sort(),
    ).toEqual(clickedIds);
    expect(of("contact.created")).toHaveLength(contacts.length);
    // Each is of its real time, on whichever node the link was followed.
    for (const { created_at } of of("email.clicked"))
      expect(Math.abs(Date.parse(created_at) - begin.getTime())).toBeLessThan(120_000);
    const ids = listed.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    const end = (await database.query("SELECT now()")).rows[0].now as Date;
    // The id's time is that of the database: no event is before what a reader has seen.
    for (const id of ids) expect(timeOfId(id).getTime()).toBeGreaterThanOrEqual(begin.getTime() - 1);
    for (const id of ids) expect(timeOfId(id).getTime()).toBeLessThanOrEqual(end.getTime());

    const shouldGet = listed.map(({ id }) => id).sort();
    await until(() => new Set(receiver.received.map(({ id }) => id)).size >= shouldGet.length, {
      within: 60_000,
      what: "the webhook",
    });
    expect(receiver.received.map(({ id }) => id).sort()).toEqual(shouldGet);
    // The receiver's clock is right, and verifiers refuse times that are five minutes away.
    for (const { headers } of receiver.received)
      expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(240);
    const figures = { pool: database as unknown as pg.Pool };
    await until(
      async () => isDeepStrictEqual(await readRollups(figures, 15, "all"), await recountMail(figures, 15)),
      { within: 30_000, every: 250, what: "the roll-ups to be those of a recount" },
    );
  }, 240_000);

  test("both nodes agree on schedules and on the current time", async () => {
    for (const [n, client] of nodes.entries()) {
      const [soon, moved] = [`${name} soon ${n}.`, `${name} moved ${n}.`];
      const at = new Date(Date.now() + 2_000).toISOString();
      await client.emails.send({ ...email(soon), scheduled_at: at });
      const { id } = await client.emails.send({ ...email(moved), scheduled_at: "in 5 minutes" });
      const detail = await client.emails.get(id);
      const ahead = Date.parse(detail.scheduled_at ?? "") - Date.now();
      expect(Math.abs(ahead - 300_000)).toBeLessThan(30_000);
      expect(arrivedAs(soon) > 0 && Date.now() < Date.parse(at)).toBe(false);
      await client.emails.reschedule(id, { scheduled_at: null });
      await Promise.all([untilArrived(soon), untilArrived(moved)]);
    }
  });

  test("both nodes share an Idempotency-Key until it expires by the database's clock", async () => {
    const request = email(`${name} once.`);
    const send = (n: number) => node(n).emails.send(request, { idempotencyKey: name });
    const first = await send(0);
    expect((await send(1)).id).toBe(first.id);
    await database.query("UPDATE idempotency_keys SET expires_at = now() + interval '1 min' WHERE key = $1", [
      name,
    ]);
    expect((await send(1)).id).toBe(first.id);
    await database.query("UPDATE idempotency_keys SET expires_at = now() WHERE key = $1", [name]);
    const second = await send(1);
    expect(second.id).not.toBe(first.id);
    expect((await send(0)).id).toBe(second.id);
  });

  test("HTTP and SMTP share one rate limit in the same minute", async () => {
    const client = await logInRaw(wrong.smtpPorts().implicit, key);
    for (let n = 0; n < 20; n += 1) {
      expect(await client.say("MAIL FROM:<ada@posthouse.test>")).toMatch(/^250/);
      await client.say("RSET");
    }
    client.destroy();
    const agree = async () => {
      for (let n = 0; n < 30; n += 1) await rateAt(right);
      const [one, other] = [await rateAt(right), await rateAt(wrong)];
      const isSameMinute = Math.abs(one.secondsLeft - other.secondsLeft) <= 1;
      return isSameMinute && one.remaining < 9_970 && Math.abs(one.remaining - other.remaining) < 60;
    };
    await until(agree, { within: 60_000, every: 500, what: "the two to agree" });
  });
});
