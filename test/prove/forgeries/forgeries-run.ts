import { once } from "node:events";
import { connect } from "node:net";
import { sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { RawSmtp } from "../../harness/raw-smtp.ts";
import { type SmtpSink, startSmtpSink } from "../../harness/smtp-server.ts";
import { until } from "../../harness/until.ts";
import { seededRandom } from "../random.ts";
import { bounceOf, type Forgery, forge, type Knowledge } from "./forge.ts";

export type ForgeryFigures = {
  forgeries: number;
  /** Forgeries by the first digit of the last reply. */
  replies: Record<string, number>;
  /** Recipients who got no more mail. */
  silenced: string[];
  /** Whether the one real bounce suppressed its recipient, which shows that reports were accepted and parsed. */
  realBounceCounted: boolean;
};

const DOMAIN = "bounces.posthouse.test";
const victims = people("victim", 30);
/** Recipients who give their return paths to the attacker. */
const accomplices = people("accomplice", 10);
const WITNESS = "witness@elsewhere.test";
const AT_ONCE = 8;
/** More would be deferred by rate limits instead of being parsed. */
const FROM_ONE_NETWORK = 100;

/**
 * Sends reports of every form about recipients that never refused mail, to addresses of every form (G1, G2). Verdict: the next email
 * to each of them arrives at the sink.
 */
export async function proveNoForgery(options: {
  forgeries: number;
  seed: number;
}): Promise<{ ok: boolean; figures: ForgeryFigures }> {
  const sink = await startSmtpSink();
  const env = {
    SMTP_RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    DEFAULT_FROM: "TokenState <proof@posthouse.test>",
    INBOUND_PORT: "0",
    RETURN_PATH_DOMAIN: DOMAIN,
  };
  let posthouse: Posthouse | undefined;
  try {
    posthouse = await startPosthouse({ roles: ["api", "worker", "inbound"], env });
    const figures = await play(posthouse, sink, options);
    return { ok: figures.silenced.length === 0 && figures.realBounceCounted, figures };
  } finally {
    await stopAndRemove(posthouse);
    await sink.close();
  }
}

async function play(
  posthouse: Posthouse,
  sink: SmtpSink,
  { forgeries, seed }: { forgeries: number; seed: number },
): Promise<ForgeryFigures> {
  const { key } = await signUpAndCreateKey(posthouse);
  const allRecipients = [...victims, ...accomplices, WITNESS];
  const sendTo = (recipients: string[]) =>
    Promise.all(
      recipients.map((to) => sendEmail(posthouse.baseUrl, key, { to, subject: "Before", text: "x" })),
    );
  const arrived = (to: string) => sink.messages.filter(({ recipients }) => recipients.includes(to));
  const untilArrived = (recipients: string[], times: number) =>
    until(() => recipients.every((to) => arrived(to).length >= times), {
      within: 30_000,
      what: "mail at the sink",
    });

  await sendTo(allRecipients);
  await untilArrived(allRecipients, 1);
  const pathOf = (to: string) => arrived(to)[0]?.from ?? "";
  const known = accomplices.map((owner) => ({ owner, path: pathOf(owner) }));
  const replies = await sendForgeries(posthouse.inboundPort(), forgeries, {
    domain: DOMAIN,
    victims,
    known,
    random: seededRandom(seed),
  });

  const realBounceCounted = await bringRealBounce(posthouse, pathOf(WITNESS))
    // When it has been read, all earlier reports have been read too.
    .then(() =>
      until(() => isSilenced(posthouse, key, sink), {
        within: 90_000,
        what: "the real bounce to be counted",
        every: 500,
      }),
    )
    .catch(() => false);
  const innocents = [...victims, ...accomplices];
  await sendTo(innocents);
  const silenced = await untilArrived(innocents, 2).then(
    () => [],
    () => innocents.filter((to) => arrived(to).length < 2),
  );
  return { forgeries, replies, silenced, realBounceCounted };
}

/** The network may be rate limited by now, so the real bounce is retried. */
async function bringRealBounce(posthouse: Posthouse, to: string): Promise<void> {
  const server = new Client(posthouse.inboundPort());
  const bounce = { kind: "real", to, message: bounceOf(WITNESS) };
  const isTaken = async () => (await server.bring(bounce)).startsWith("250");
  await until(isTaken, { within: 120_000, what: "the real bounce to be accepted", every: 1_000 });
  server.leave();
}

/** Whether an email to the witness ends without arriving at the sink. */
async function isSilenced(posthouse: Posthouse, key: string, sink: SmtpSink): Promise<boolean> {
  const copies = () => sink.messages.filter(({ recipients }) => recipients.includes(WITNESS)).length;
  const before = copies();
  const marker = "marker@elsewhere.test";
  const markers = () => sink.messages.filter(({ recipients }) => recipients.includes(marker)).length;
  const seen = markers();
  await sendEmail(posthouse.baseUrl, key, { to: WITNESS, subject: "After", text: "x" });
  await sendEmail(posthouse.baseUrl, key, { to: marker, subject: "After", text: "x" });
  await until(() => markers() > seen, { what: "the marker" });
  return copies() === before;
}

async function sendForgeries(
  port: number,
  count: number,
  knowledge: Knowledge,
): Promise<Record<string, number>> {
  const replies: Record<string, number> = {};
  let made = 0;
  const keepForging = async () => {
    let server = new Client(port);
    while (made < count) {
      made += 1;
      if (server.brought === FROM_ONE_NETWORK) {
        server.leave();
        server = new Client(port);
      }
      const reply = await server.bring(forge(made, knowledge));
      const kind = reply.slice(0, 1) || "closed";
      replies[kind] = (replies[kind] ?? 0) + 1;
    }
    server.leave();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepForging));
  return replies;
}

/** A connection to the inbound server from its own network; reconnects when it ends. */
class Client {
  static #servers = 0;
  readonly #network: number;
  brought = 0;
  readonly #port: number;
  #client: RawSmtp | null = null;

  constructor(port: number) {
    this.#port = port;
    Client.#servers += 1;
    this.#network = Client.#servers;
  }

  /** Returns the last reply. */
  async bring({ to, message }: Forgery): Promise<string> {
    const client = await this.#greeted();
    this.brought += 1;
    let reply = "";
    for (const line of ["RSET", "MAIL FROM:<>", `RCPT TO:<${to}>`, "DATA"]) {
      reply = await client.say(line);
      if (!/^[23]/.test(reply)) return reply;
    }
    client.write(`${message}.\r\n`);
    return client.reply();
  }

  leave(): void {
    this.#client?.destroy();
  }

  async #greeted(): Promise<RawSmtp> {
    if (this.#client && !this.#client.isClosed) return this.#client;
    // All of 127.0.0.0/8 is loopback.
    const localAddress = `127.${1 + (this.#network >> 8)}.${this.#network & 255}.1`;
    const socket = connect({ port: this.#port, host: "127.0.0.1", localAddress });
    await once(socket, "connect");
    this.#client = new RawSmtp(socket);
    await this.#client.reply();
    await this.#client.say("EHLO mx.elsewhere.test");
    return this.#client;
  }
}

function people(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}${n}@elsewhere.test`);
}
