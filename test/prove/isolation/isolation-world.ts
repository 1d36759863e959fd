import { setTimeout as pause } from "node:timers/promises";
import { callApi, sendEmail, signUpAndCreateKey } from "../../harness/api-client.ts";
import { type DnsStub, startDnsServer } from "../../harness/dns-server.ts";
import { freePort, type Posthouse, startPosthouse, stopAndRemove } from "../../harness/posthouse.ts";
import { type Script, type SmtpSink, startSmtpSink } from "../../harness/smtp-server.ts";
import { until } from "../../harness/until.ts";
import { addVerifiedDomain } from "../../harness/verified-domain.ts";

export type Tenant = { key: string; cookie: string; domain: string };

/** A hosted instance that delivers directly, with attacking tenants and one that only sends mail to a provider. */
export type IsolationWorld = {
  posthouse: Posthouse;
  dns: DnsStub;
  attackers: [Tenant, Tenant];
  victim: Tenant;
  /** Returns the email's id. */
  send: (from: Tenant, to: string) => Promise<string>;
  /** Sets the MX hosts of a domain; its owner may name any hosts. */
  publish: (domain: string, ...hosts: string[]) => void;
  /** When the provider accepted the mail to an address, by performance.now(). */
  arrivals: ReadonlyMap<string, number>;
  /** The envelope sender that the provider received, by recipient. */
  returnPaths: ReadonlyMap<string, string>;
};

/** Loopback addresses with and without servers, on one port. */
const ADDRESSES = { provider: "127.0.6.1", silent: "127.0.6.2", closed: "127.0.6.3" };
export const HOSTS = {
  /** Accepts all mail, except for addresses with `slow`, for which it asks to slow down. */
  provider: "mx.bigprovider.example",
  /** Accepts connections and never replies. */
  silent: "silent.bigprovider.example",
  /** Refuses connections. */
  closed: "www.bigprovider.example",
};
const VICTIMS_DESTINATION = "friends.example";

export async function onIsolationWorld<T>(play: (world: IsolationWorld) => Promise<T>): Promise<T> {
  const dns = await startDnsServer({
    ...Object.fromEntries(
      Object.entries(HOSTS).map(([name, host]) => [`${host} A`, [ADDRESSES[name as keyof typeof HOSTS]]]),
    ),
  });
  const publish = (domain: string, ...hosts: string[]) =>
    dns.set(
      `${domain} MX`,
      hosts.map((exchange) => ({ preference: 10, exchange })),
    );
  publish(VICTIMS_DESTINATION, HOSTS.provider);
  const arrivals = new Map<string, number>();
  const returnPaths = new Map<string, string>();
  const port = await freePort();
  const sinks: SmtpSink[] = [];
  let posthouse: Posthouse | undefined;
  try {
    sinks.push(await startProvider(port, { arrivals, returnPaths }));
    sinks.push(await startSmtpSink({ host: ADDRESSES.silent, port, script: { greeting: "hang" } }));
    posthouse = await startPosthouse({
      roles: "all",
      env: {
        PAYMENT_SECRET_KEY: "sk_test",
        DELIVERY: "direct",
        DIRECT_PORT: String(port),
        DIRECT_TO_PRIVATE: "on",
        DNS_SERVERS: dns.address,
        HELO_NAME: "out.posthouse.example",
        INBOUND_PORT: "0",
        RETURN_PATH_DOMAIN: "bounces.posthouse.example",
      },
    });
    const { baseUrl } = posthouse;
    const tenants: Tenant[] = [];
    for (const domain of ["attacker.example", "accomplice.example", "victim.example"])
      tenants.push(await openTenant(posthouse, dns, domain));
    const [attacker, accomplice, victim] = tenants as [Tenant, Tenant, Tenant];
    const send = ({ key, domain }: Tenant, to: string) =>
      sendEmail(baseUrl, key, { from: `shop@${domain}`, to, subject: "Hello", text: "x" });
    return await play({
      posthouse,
      dns,
      attackers: [attacker, accomplice],
      victim,
      send,
      publish,
      arrivals,
      returnPaths,
    });
  } finally {
    await stopAndRemove(posthouse);
    for (const sink of sinks) await sink.close();
    await dns.close();
  }
}

async function startProvider(
  port: number,
  {
    arrivals,
    returnPaths,
  }: Record<"arrivals", Map<string, number>> & Record<"returnPaths", Map<string, string>>,
): Promise<SmtpSink> {
  const script: Script = {
    rcpt: ({ address }) => (address.includes("slow") ? "421 4.7.0 too many messages, slow down" : undefined),
  };
  return await startSmtpSink({
    host: ADDRESSES.provider,
    port,
    script,
    keepMessages: false,
    onMessage: ({ from, recipients: [to = ""] }) => {
      arrivals.set(to, performance.now());
      returnPaths.set(to, from);
    },
  });
}

async function openTenant(posthouse: Posthouse, dns: DnsStub, domain: string): Promise<Tenant> {
  const { key, cookie } = await signUpAndCreateKey(posthouse);
  await addVerifiedDomain(posthouse, { name: domain, key, dns });
  const first = { from: `shop@${domain}`, to: `first@${VICTIMS_DESTINATION}`, subject: "Hello", text: "x" };
  const maySend = () => sendEmail(posthouse.baseUrl, key, first).catch(() => null);
  await until(maySend, { what: "the domain to be usable" });
  return { key, cookie, domain };
}

/** Measures delivery times of the victim's mail, from the request to the provider, in milliseconds. */
export async function measureMail(world: IsolationWorld, name: string, seconds: number): Promise<number[]> {
  const everyMs = 30;
  const sent = new Map<string, number>();
  const sending: Promise<unknown>[] = [];
  for (let n = 0; n < (seconds * 1_000) / everyMs; n += 1) {
    const to = `${name}${n}@${VICTIMS_DESTINATION}`;
    sent.set(to, performance.now());
    sending.push(world.send(world.victim, to));
    await pause(everyMs);
  }
  await Promise.all(sending);
  const areThere = () => [...sent.keys()].every((to) => world.arrivals.has(to));
  await until(areThere, { within: 120_000, what: `the victim's mail ${name}` });
  return [...sent].map(([to, at]) => (world.arrivals.get(to) ?? 0) - at);
}

/** Everything that a tenant can read about the queue and the instance, as text. */
export async function readAll({ posthouse }: IsolationWorld, { cookie }: Tenant): Promise<string> {
  const paths = [
    "/api/queue",
    "/api/queue/uncertain",
    "/api/instance/queue",
    "/api/instance/health",
    "/metrics",
  ];
  const answers = await Promise.all(
    paths.map((path) => callApi<unknown>(posthouse.baseUrl, path, { cookie }).catch(String)),
  );
  return JSON.stringify(answers);
}
