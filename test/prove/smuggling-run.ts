import { setTimeout as pause } from "node:timers/promises";
import { buildMessage } from "../../src/mail/mime/index.ts";
import { connectSmtp, type SmtpConnection } from "../../src/mail/smtp/index.ts";
import { connectRaw, type RawSmtp } from "../harness/raw-smtp.ts";
import { until } from "../harness/until.ts";
import { startersOfDebianServers } from "../mail-servers/debian-servers.ts";
import { type MailServer, OWN_DOMAIN } from "../mail-servers/mail-server.ts";
import { ENDS, smuggledTo, TRUE_END } from "../mail-servers/smuggling-sequences.ts";

export type SmugglingFigures = {
  sent: number;
  arrived: number;
  /** Cases that did not arrive exactly once, and smuggled mail. */
  wrong: string[];
  /** The number of raw sequences, sent without Posthouse, that the server treats as the end of a message. */
  fooledByHand: number;
};

/** A local server replies to the end of a message much sooner. */
const ANSWER_WITHIN_MS = 1_000;
const victim = `victim@${OWN_DOMAIN}`;
/** The headers in which the three servers record the envelope recipient. */
const RECIPIENT_NOTE = /^(?:X-Original-To|Envelope-To|Delivered-To): <?([^\s>]+)/im;

/**
 * Sends smuggling sequences in every part of an email to third-party servers through Posthouse (C13). The verdict is the content of
 * their maildirs. The raw sequences without Posthouse are the control: servers must accept at least the real end.
 */
export async function proveNoSmuggling(): Promise<{
  ok: boolean;
  figures: Record<string, SmugglingFigures>;
}> {
  const figures: Record<string, SmugglingFigures> = {};
  for (const [name, start] of startersOfDebianServers()) {
    const server = await start();
    try {
      figures[name] = await trySmuggling(server);
    } catch (error) {
      throw new Error(`${name}: ${await server.log()}`, { cause: error });
    } finally {
      await server.stop();
    }
  }
  const all = Object.values(figures);
  const isFaultless = ({ sent, arrived, wrong, fooledByHand }: SmugglingFigures) =>
    arrived === sent && wrong.length === 0 && fooledByHand > 0;
  return { ok: all.length > 0 && all.every(isFaultless), figures };
}

async function trySmuggling(server: MailServer): Promise<SmugglingFigures> {
  const cases = [...messagesWithSequences()];
  const refused: string[] = [];
  let connection = await connectTo(server);
  for (const [n, message] of cases.entries()) {
    if (!connection.isUsable) {
      connection.close();
      connection = await connectTo(server);
    }
    const recipients = [`case-${n}@${OWN_DOMAIN}`];
    const [outcome] = await connection.send({ from: "a@b.example", recipients, message });
    if (outcome?.kind !== "delivered") refused.push(`case-${n} is ${outcome?.kind}: ${outcome?.reason}`);
  }
  await connection.quit();
  const arrived = await recipientsOfAll(server, cases.length - refused.length);
  const isWrong = (address: string) => arrived.filter((one) => one === address).length !== 1;
  const wanted = cases.map((_, n) => `case-${n}@${OWN_DOMAIN}`);
  const strangers = arrived.filter((address) => !wanted.includes(address));
  const wrong = [...refused, ...wanted.filter(isWrong), ...strangers];
  const byHand = await Promise.all(ENDS.map((end) => isFooledBy(end, server)));
  const fooledByHand = byHand.filter(Boolean).length;
  return { sent: cases.length, arrived: arrived.length, wrong, fooledByHand };
}

function* messagesWithSequences(): Generator<Buffer> {
  for (const end of ENDS) {
    const body = `before${end}${smuggledTo(victim)}`;
    const bytes = Buffer.from(body, "latin1");
    yield messageOf({ text: body, html: null });
    yield messageOf({ text: null, html: body });
    yield messageOf({ text: "x", html: null, subject: body });
    const attachment = { filename: body, contentType: "application/octet-stream", contentId: null, bytes };
    yield messageOf({ text: "x", html: null, attachments: [attachment] });
    // A raw message.
    yield Buffer.concat([Buffer.from("Subject: x\r\n\r\n"), bytes]);
  }
}

function messageOf(
  parts: Pick<Parameters<typeof buildMessage>[0], "text" | "html" | "attachments"> & { subject?: string },
): Buffer {
  return buildMessage({
    messageId: "1@b.example",
    date: new Date(0),
    from: { address: "a@b.example", name: null },
    to: [{ address: `x@${OWN_DOMAIN}`, name: null }],
    replyTo: [],
    subject: "x",
    boundarySeed: "1",
    ...parts,
  });
}

async function connectTo({ port }: MailServer): Promise<SmtpConnection> {
  const endpoint = { host: "127.0.0.1", port, tls: "none", auth: null, rejectUnauthorized: true } as const;
  const connected = await connectSmtp({ endpoint, heloName: "client.example" });
  if (!connected.ok) throw new Error(connected.failure.reason);
  return connected.connection;
}

/** Runs an attacker's conversation; returns whether the server treats the sequence as the end of the message. */
async function isFooledBy(end: string, { port }: MailServer): Promise<boolean> {
  const client = await connectRaw(port);
  await client.reply();
  const lines = ["EHLO client.example", "MAIL FROM:<a@b.example>", `RCPT TO:<hand@${OWN_DOMAIN}>`, "DATA"];
  for (const line of lines) await client.say(line);
  client.write(`Subject: x\r\n\r\nbefore${end}`);
  const isFooled = end === TRUE_END ? (await client.reply()).startsWith("250") : await isAnswered(client);
  client.destroy();
  return isFooled;
}

async function isAnswered(client: RawSmtp): Promise<boolean> {
  await pause(ANSWER_WITHIN_MS);
  return client.rest.startsWith("250");
}

/** Waits until all accepted messages are in the maildir. */
async function recipientsOfAll(server: MailServer, least: number): Promise<string[]> {
  const isThere = async () => (await server.messages()).length >= least && (await server.isIdle());
  await until(isThere, { within: 120_000, what: `${least} messages at ${server.name}`, every: 100 });
  // An unexpected extra message may still be in the server's queue.
  await pause(300);
  return (await server.messages()).map((message) => RECIPIENT_NOTE.exec(message)?.[1] ?? "unknown");
}
