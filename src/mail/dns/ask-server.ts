import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { connect, isIPv6 } from "node:net";
import { AUTHENTIC_DATA, type DecodedPacket, decode, encode, RECURSION_DESIRED } from "dns-packet";
import type { DnsType } from "./dns-answer.ts";
import { normalizeName } from "./dns-name.ts";
import type { NameServer } from "./name-server.ts";

export type Question<T extends DnsType> = { name: string; type: T; timeoutMs: number; withEdns: boolean };
export type Reply = { ok: true; packet: DecodedPacket; sizeBytes: number } | { ok: false; reason: string };

/** A response of this size needs no fragments on any common network. Fragments are easy to forge (RFC 9715 §3). */
const UDP_PAYLOAD_BYTES = 1_232;

/**
 * Asks one server once: over UDP, and over TCP when the response does not fit (RFC 1035 §4.2.1, RFC 7766 §5). Never throws.
 */
export async function askServer(server: NameServer, question: Question<DnsType>): Promise<Reply> {
  // RFC 5452 §9.2: an unpredictable id, and an unpredictable port, which the system picks for each socket.
  const id = randomInt(0x10000);
  const bytes = encodeQuestion(id, question);
  const isResponse = (packet: DecodedPacket) => matchesQuestion(packet, { id, ...question });
  const exchange = { server, bytes, isResponse, timeoutMs: question.timeoutMs };
  const reply = await overUdp(exchange);
  return reply.ok && reply.packet.flag_tc ? overTcp(exchange) : reply;
}

type Exchange = {
  server: NameServer;
  bytes: Buffer;
  isResponse: (packet: DecodedPacket) => boolean;
  timeoutMs: number;
};

function encodeQuestion(id: number, { name, type, withEdns }: Question<DnsType>): Buffer {
  const opt = {
    type: "OPT",
    name: ".",
    udpPayloadSize: UDP_PAYLOAD_BYTES,
    extendedRcode: 0,
    ednsVersion: 0,
  } as const;
  return encode({
    type: "query",
    id,
    // RFC 6840 §5.7: AD in a query requests the AD bit in the response.
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ name, type }],
    additionals: withEdns ? [{ ...opt, flags: 0, flag_do: false, options: [] }] : [],
  });
}

/** RFC 5452 §9.1: a response with another id or question belongs to another query, or is forged. */
function matchesQuestion(
  packet: DecodedPacket,
  { id, name, type }: { id: number; name: string; type: DnsType },
): boolean {
  const [question, ...more] = packet.questions ?? [];
  if (packet.id !== id || !packet.flag_qr || more.length > 0) return false;
  // A server that could not parse the question need not repeat it.
  if (question === undefined) return ((packet.flags ?? 0) & 0xf) !== 0;
  return normalizeName(question.name) === name && question.type === type;
}

/** The socket is connected, so the system drops packets from any other address or port. */
function overUdp({ server, bytes, isResponse, timeoutMs }: Exchange): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const socket = createSocket(isIPv6(server.address) ? "udp6" : "udp4");
  const timer = setTimeout(() => resolve(noResponse(timeoutMs)), timeoutMs);
  socket.on("error", (error) => resolve(unreachable(error)));
  socket.on("message", (message) => {
    const packet = tryDecode(message);
    if (packet !== null && isResponse(packet)) resolve({ ok: true, packet, sizeBytes: message.length });
  });
  socket.once("connect", () => socket.send(bytes));
  socket.connect(server.port, server.address);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

function overTcp({ server, bytes, isResponse, timeoutMs }: Exchange): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const socket = connect(server.port, server.address);
  const timer = setTimeout(() => resolve(noResponse(timeoutMs)), timeoutMs);
  let received = Buffer.alloc(0);
  socket.on("error", (error) => resolve(unreachable(error)));
  socket.on("close", () => resolve({ ok: false, reason: "closed the connection without a response" }));
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const message = messageIn(received);
    if (message === null) return;
    const packet = tryDecode(message);
    if (packet !== null && isResponse(packet)) resolve({ ok: true, packet, sizeBytes: message.length });
    else resolve({ ok: false, reason: "replied to another question" });
  });
  socket.end(framed(bytes));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}

/** RFC 1035 §4.2.2: over TCP, two octets with the length precede the message. */
function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function messageIn(received: Buffer): Buffer | null {
  if (received.length < 2) return null;
  const end = 2 + received.readUInt16BE(0);
  return received.length < end ? null : received.subarray(2, end);
}

function tryDecode(message: Buffer): DecodedPacket | null {
  try {
    return decode(message);
  } catch {
    return null;
  }
}

function noResponse(timeoutMs: number): Reply {
  return { ok: false, reason: `did not respond within ${timeoutMs / 1_000} s` };
}

function unreachable(error: NodeJS.ErrnoException): Reply {
  return { ok: false, reason: `cannot be reached (${error.code ?? error.message})` };
}
