import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { decode } from "dns-packet";
import { type DnsEntry, type DnsQuestion, type DnsZone, repliesFrom } from "./dns-zone.ts";

export type DnsStub = {
  /** "127.0.0.1:port", for DNS_SERVERS; the same port for UDP and TCP. */
  address: string;
  /** The questions, oldest first. */
  queries: DnsQuestion[];
  /** Sets the response from now on. A list stands for a response with these records. */
  set(key: string, entry: DnsEntry | unknown[]): void;
  /** Removes a key, or all of them. */
  clear(key?: string): void;
  close(): Promise<void>;
};

/** A recursive resolver on loopback with one zone, by name and type: { "example.com MX": [{ preference: 10, exchange: "mx.example.com" }] }. */
export async function startDnsServer(entries: Record<string, DnsEntry | unknown[]> = {}): Promise<DnsStub> {
  const zone: DnsZone = new Map();
  const queries: DnsQuestion[] = [];
  const set: DnsStub["set"] = (key, entry) =>
    zone.set(key, Array.isArray(entry) ? { records: entry } : entry);
  for (const [key, entry] of Object.entries(entries)) set(key, entry);
  const answer = (message: Buffer, from: Pick<DnsQuestion, "transport" | "port">) => {
    const question = { ...questionIn(message), ...from };
    queries.push(question);
    const { delayMs = 0 } = zone.get(`${question.name} ${question.type}`) ?? {};
    return { replies: repliesFrom(zone, question), delayMs };
  };
  const { udp, tcp, port } = await listenOnBoth();
  udp.on("message", async (message, sender) => {
    const { replies, delayMs } = answer(message, { transport: "udp", port: sender.port });
    if (delayMs > 0) await setTimeout(delayMs);
    for (const reply of replies) udp.send(reply, sender.port, sender.address);
  });
  const sockets = new Set<Socket>();
  tcp.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    // A question is small enough to arrive in one piece; a length precedes it (RFC 1035 §4.2.2).
    socket.once("data", (framed: Buffer) => {
      const { replies } = answer(framed.subarray(2), { transport: "tcp", port: socket.remotePort ?? 0 });
      socket.end(Buffer.concat(replies.flatMap((reply) => [lengthOf(reply), reply])));
    });
  });
  return {
    address: `127.0.0.1:${port}`,
    queries,
    set,
    clear: (key) => (key === undefined ? zone.clear() : zone.delete(key)),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}

function questionIn(message: Buffer): Omit<DnsQuestion, "transport" | "port"> {
  const { id = 0, questions = [], additionals = [] } = decode(message);
  const { name = ".", type = "A" } = questions[0] ?? {};
  return { id, name: name.toLowerCase(), type, edns: additionals.some((record) => record.type === "OPT") };
}

function lengthOf(reply: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(reply.length);
  return length;
}

/** Finds a port that is free for UDP and TCP. */
async function listenOnBoth(): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (;;) {
    const tcp = createServer().listen(0, "127.0.0.1");
    await once(tcp, "listening");
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket("udp4");
    const isBound = await new Promise<boolean>((resolve) => {
      udp.once("error", () => resolve(false));
      udp.bind(port, "127.0.0.1", () => resolve(true));
    });
    if (isBound) return { udp, tcp, port };
    tcp.close();
    udp.close();
  }
}
