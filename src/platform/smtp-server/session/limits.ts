/** The limits of one session, and of all sessions together. */
export type Limits = Readonly<typeof limits>;

export const limits = {
  /** Large receivers accept 20 to 50 MB; base64 turns 30 MB into 40. */
  messageBytes: 40 * 1024 * 1024,
  /** RFC 5321 §4.5.3.1.8 requires at least 100. */
  recipients: 1_000,
  /** RFC 5321 §4.5.3.1.4 has 512; SIZE, BODY, SMTPUTF8 and AUTH parameters add to that, AUTH alone 500 (RFC 4954 §4.3). */
  commandOctets: 1_024,
  /** RFC 4954 §4: 12288 octets for a line of the exchange. */
  authOctets: 12_288,
  /** A forwarded mailing list message often has 20 kB of header; an attack has megabytes. */
  headerBytes: 256 * 1024,
  /** RFC 5321 §6.3 assumes a loop beyond a number of at least 100; here mail has just been submitted. */
  receivedHops: 50,
  /** How often a message may pass through this server. */
  ownHops: 3,
  /** A good client makes none; a fuzzer makes thousands. */
  errors: 20,
  authFailures: 3,
  /** The delay after a wrong password. */
  authFailureDelayMs: 1_000,
  /**
   * The time from the connection to a successful AUTH, including TLS, however active the client is meanwhile. Clients take a
   * second or two.
   */
  strangerMs: 30_000,
  /**
   * The same while more than half of all connections are in use: enough for a slow link, and too short to fill the other
   * half.
   */
  crowdedStrangerMs: 10_000,
  /** RFC 5321 §4.5.3.2.7: at least 5 minutes for the next command. */
  idleMs: 300_000,
  /** A message may take long, but must progress every minute: 8 kbit/s is slower than any link. */
  dataWindowMs: 60_000,
  dataBytesPerSecond: 1_000,
  /** How often sessions are checked for timeouts. */
  sweepMs: 2_000,
  /** Enough for a farm of workers behind one address. */
  connectionsPerNetwork: 200,
  /** All networks of one account together. */
  connectionsPerAccount: 500,
  connections: 2_000,
  /** Bytes of messages in progress: two of the largest, or thousands of normal ones. Storing them takes a few times that. */
  bytesUnderWay: 96 * 1024 * 1024,
  /** The time for messages in progress when the server stops. */
  stopMs: 8_000,
};
