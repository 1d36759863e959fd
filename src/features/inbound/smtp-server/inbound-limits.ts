import { type Limits, limits } from "../../../platform/smtp-server/index.ts";

export type InboundLimits = Limits & Readonly<typeof own>;

const own = {
  /** Of what is no report, the beginning tells all: a notice stands before the message that it returns. */
  headBytes: 1024 * 1024,
  /** 10 MB, beyond which no report is unpacked, in base64; what is longer is no report. */
  reportBytes: 16 * 1024 * 1024,
  /** One server of a relay may return the bounces of a whole broadcast; others have nothing to say so often. */
  messagesPerMinute: 1_200,
};

/** Bounces come from anybody, and nobody logs in. */
export const inboundLimits: InboundLimits = {
  ...limits,
  ...own,
  /** A message of 40 MB that a bounce returns whole, in base64. */
  messageBytes: 64 * 1024 * 1024,
  /** RFC 5321 §4.5.3.1.8: 100 at least. A bounce has one. */
  recipients: 100,
  /** RFC 5321 §6.3: at least 100. */
  receivedHops: 100,
  /** Until the first recipient that is known here. Servers that look up our names first take some seconds. */
  strangerMs: 60_000,
  /** Servers of one network that have something to return at once. */
  connectionsPerNetwork: 50,
  connections: 1_000,
  /** Shared among networks: a half for one alone, which two reports fit into or 32 of the longest bounces. */
  bytesUnderWay: 64 * 1024 * 1024,
};
