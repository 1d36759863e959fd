import { type Limits, limits } from "../../../platform/smtp-server/index.ts";

export type InboundLimits = Limits & Readonly<typeof INBOUND_ONLY>;

const INBOUND_ONLY = {
  /** Only the beginning of other messages is stored: a bounce explains itself before the message that it returns. */
  headBytes: 1024 * 1024,
  /** 10 MB in base64. Longer reports are not unpacked. */
  reportBytes: 16 * 1024 * 1024,
  /**
   * Messages of one network. A relay may return the bounces of a whole broadcast through one server; nothing legitimate needs
   * more.
   */
  messagesPerMinute: 1_200,
};

/** Any server may send bounces, and clients do not authenticate. */
export const INBOUND_LIMITS: InboundLimits = {
  ...limits,
  ...INBOUND_ONLY,
  /** Fits a bounce that returns a whole message of 40 MB in base64. */
  messageBytes: 64 * 1024 * 1024,
  /** RFC 5321 §4.5.3.1.8: at least 100. A bounce has one. */
  recipients: 100,
  /** RFC 5321 §6.3: at least 100. */
  receivedHops: 100,
  /** Time until the client names its first valid recipient. Servers that look up our names first take some seconds. */
  strangerMs: 60_000,
  /** Enough for several servers of one network that return mail at the same time. */
  connectionsPerNetwork: 50,
  connections: 1_000,
  /** Shared by all networks. One network gets at most half: two reports, or 32 bounces of the maximum stored length. */
  bytesUnderWay: 64 * 1024 * 1024,
};
