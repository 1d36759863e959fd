/** The limits of one session, and of all sessions together. */
export type Limits = Readonly<typeof limits>;

export const limits = {
  /** Large receivers accept 20 to 50 MB; base64 turns 30 MB into 40. */
  messageBytes: 40 * 1024 * 1024,
  /** RFC 5321 §4.5.3.1.8 requires at least 100. */
  recipients: 1_000,
  /**
   * RFC 5321 §4.5.3.1.4: 512. The parameters SIZE, BODY, SMTPUTF8 and AUTH add to that; AUTH alone adds 500 (RFC 4954
   * §4.3).
   */
  commandOctets: 1_024,
  /** RFC 4954 §4: 12288 octets for a line of the exchange. */
  authOctets: 12_288,
  /** Headers of forwarded mailing list messages often have 20 kB; headers in an attack have megabytes. */
  headerBytes: 256 * 1024,
  /**
   * RFC 5321 §6.3 suggests at least 100 before a loop is assumed. Mail that has just been submitted has passed few servers.
   */
  receivedHops: 50,
  /** How often a message may pass through this server. */
  ownHops: 3,
  /** A correct client causes no errors; a fuzzer causes thousands. */
  errors: 20,
  authFailures: 3,
  /** The delay after a wrong password. */
  authFailureDelayMs: 1_000,
  /**
   * The maximum time from the connection to a successful AUTH, including TLS, however active the client is meanwhile.
   * Clients normally need a second or two.
   */
  strangerMs: 30_000,
  /**
   * The same while more than half of all connections are in use: long enough for a slow link, but too short for attackers
   * to fill the other half.
   */
  crowdedStrangerMs: 10_000,
  /** RFC 5321 §4.5.3.2.7: at least 5 minutes for the next command. */
  idleMs: 300_000,
  /** A message may take long, but must progress every minute. 8 kbit/s is slower than any real link. */
  dataWindowMs: 60_000,
  dataBytesPerSecond: 1_000,
  /** How often sessions are checked for timeouts. */
  sweepMs: 2_000,
  /** Enough for many servers behind one address. */
  connectionsPerNetwork: 200,
  /** All networks of one account together. */
  connectionsPerAccount: 500,
  connections: 2_000,
  /**
   * Bytes of messages in progress: two of the largest, or thousands of normal ones. Storing them needs several times that
   * memory.
   */
  bytesUnderWay: 96 * 1024 * 1024,
  /** The time for messages in progress when the server stops. */
  stopMs: 8_000,
};
