import { setTimeout as pause } from "node:timers/promises";
import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { startDnsServer } from "../harness/dns-server.ts";
import { freePort, type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { type SmtpSink, startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { addVerifiedDomain } from "../harness/verified-domain.ts";

export type DeadDestinationFigures = {
  /** Emails waiting for the dead destination. */
  waiting: number;
  measured: number;
  /** From the API's response to the dot at the sink, without and with the dead destination. */
  aloneP99Ms: number;
  besideDeadP99Ms: number;
  ratio: number;
  reachedDead: number;
};

/** On a busy machine, a smaller difference is noise. */
const LEAST_P99_MS = 50;
const MOST_RATIO = 2;
const EVERY_MS = 20;
const ROUNDS_OF_MEASURE = 5;
const BATCH_SIZE = 100;
const DOMAIN = "shop.example";
const addresses = { live: "127.0.2.2", dead: "127.0.2.1" };

type Options = { waiting: number; measured: number };
type World = { posthouse: Posthouse; key: string; arrivals: Map<string, number> };

/** A backlog for a destination that accepts connections and never replies, next to a healthy destination (E33). */
export async function proveDeadDestination(
  options: Options,
): Promise<{ ok: boolean; figures: DeadDestinationFigures }> {
  const dns = await startDnsServer({
    ...hostOf("live.example", addresses.live),
    ...hostOf("dead.example", addresses.dead),
  });
  const port = await freePort();
  const arrivals = new Map<string, number>();
  const live = await startSmtpSink({
    host: addresses.live,
    port,
    keepMessages: false,
    onMessage: ({ recipients }) => void arrivals.set(recipients[0] ?? "", performance.now()),
  });
  const dead = await startSmtpSink({ host: addresses.dead, port, script: { greeting: "hang" } });
  const env = {
    DELIVERY: "direct",
    DIRECT_PORT: String(port),
    DIRECT_TO_PRIVATE: "on",
    DNS_SERVERS: dns.address,
    HELO_NAME: "out.posthouse.example",
    SIGNUPS: "open",
  };
  let posthouse: Posthouse | undefined;
  try {
    posthouse = await startPosthouse({ env });
    const { key } = await signUpAndCreateKey(posthouse);
    await addVerifiedDomain(posthouse, { name: DOMAIN, key, dns });
    const { baseUrl } = posthouse;
    const maySend = () => sendEmail(baseUrl, key, emailTo("first@live.example")).catch(() => null);
    await until(maySend, { what: "the domain to be usable" });
    const figures = await measure({ posthouse, key, arrivals }, dead, options);
    const isHarmless = figures.ratio < MOST_RATIO;
    return { ok: isHarmless && figures.reachedDead > 0, figures };
  } finally {
    await dead.close();
    await stopAndRemove(posthouse);
    await live.close();
    await dns.close();
  }
}

function hostOf(name: string, address: string) {
  return {
    [`${name} MX`]: [{ preference: 10, exchange: `mx.${name}` }],
    [`mx.${name} A`]: [address],
  };
}

async function measure(
  world: World,
  dead: SmtpSink,
  { waiting, measured }: Options,
): Promise<DeadDestinationFigures> {
  const aloneP99Ms = await measureLive(world, "alone", measured);
  await fillFor("dead.example", world, waiting);
  await until(() => dead.connections > 0, { what: "a connection to the dead" });
  const besideDeadP99Ms = await measureLive(world, "beside", measured);
  const ratio = Math.max(besideDeadP99Ms, LEAST_P99_MS) / Math.max(aloneP99Ms, LEAST_P99_MS);
  return { waiting, measured, aloneP99Ms, besideDeadP99Ms, ratio, reachedDead: dead.connections };
}

/** The median of several rounds, because other load on the machine affects only some of them. */
async function measureLive(world: World, name: string, count: number): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS_OF_MEASURE; round += 1)
    rounds.push(await measureRound(world, `${name}${round}-`, Math.ceil(count / ROUNDS_OF_MEASURE)));
  return rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
}

async function fillFor(destination: string, { posthouse, key }: World, count: number): Promise<void> {
  let left = count;
  const fill = async () => {
    while (left > 0) {
      left -= BATCH_SIZE;
      const emails = Array.from({ length: BATCH_SIZE }, (_, n) => emailTo(`${left + n}@${destination}`));
      const { status } = await callApi(posthouse.baseUrl, "/api/v1/emails/batch", { key, body: { emails } });
      if (status !== 200) throw new Error(`a batch was answered ${status}`);
    }
  };
  await Promise.all([fill(), fill(), fill(), fill()]);
}

/** The 99th percentile of delivery times, in milliseconds. */
async function measureRound(
  { posthouse, key, arrivals }: World,
  name: string,
  count: number,
): Promise<number> {
  const accepted = new Map<string, number>();
  const sendOne = async (n: number) => {
    await pause(n * EVERY_MS);
    const to = `${name}${n}@live.example`;
    await sendEmail(posthouse.baseUrl, key, emailTo(to));
    accepted.set(to, performance.now());
  };
  await Promise.all(Array.from({ length: count }, (_, n) => sendOne(n)));
  const areThere = () => [...accepted.keys()].every((to) => arrivals.has(to));
  await until(areThere, { within: 60_000, what: `the mail ${name}` });
  const ways = [...accepted]
    .map(([to, at]) => Math.max(0, (arrivals.get(to) ?? 0) - at))
    .sort((a, b) => a - b);
  return ways[Math.ceil(ways.length * 0.99) - 1] ?? 0;
}

function emailTo(to: string) {
  return { from: `shop@${DOMAIN}`, to, subject: "Hello", text: "x" };
}
