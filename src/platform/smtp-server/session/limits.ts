/** What one session and all of them together may take. */
export type Limits = Readonly<typeof limits>;

export const limits = {
  /** What the large receivers take is 20 to 50 MB; base64 makes 40 of 30. */
  messageBytes: 40 * 1024 * 1024,
  /** RFC 5321 §4.5.3.1.8 asks for 100 at least. */
  recipients: 1_000,
  /** RFC 5321 §4.5.3.1.4 has 512; SIZE, BODY, SMTPUTF8 and AUTH parameters add their own, AUTH alone 500 (RFC 4954 §4.3). */
  commandOctets: 1_024,
  /** RFC 4954 §4: 12288 octets for a line of the exchange. */
  authOctets: 12_288,
  /** A mailing list that was forwarded often has 20 kB of header; a bomb has megabytes. */
  headerBytes: 256 * 1024,
  /** RFC 5321 §6.3: a loop is assumed beyond a number of at least 100 in general; here mail only sets out. */
  receivedHops: 50,
  /** Times that a message may have gone through this very server. */
  ownHops: 3,
  /** A good client makes none; a fuzzer makes thousands. */
  errors: 20,
  authFailures: 3,
  /** A wrong password costs its client this long. */
  authFailureDelayMs: 1_000,
  /** From the connection to a successful AUTH, TLS included, however busy the client looks meanwhile. Clients take a second or two. */
  strangerMs: 30_000,
  /** The same while more than half of all connections are taken: enough for a slow link, and too short to fill the other half. */
  crowdedStrangerMs: 10_000,
  /** RFC 5321 §4.5.3.2.7: at least 5 minutes for the next command. */
  idleMs: 300_000,
  /** A message may take long, but in each minute of it something must come: 8 kbit/s is slower than any link. */
  dataWindowMs: 60_000,
  dataBytesPerSecond: 1_000,
  /** Sessions whose time is over are looked for this often. */
  sweepMs: 2_000,
  /** A farm of workers behind one address fits. */
  connectionsPerNetwork: 200,
  /** All the networks of one account together. */
  connectionsPerAccount: 500,
  connections: 2_000,
  /** Bytes of messages under way: two of the largest, or thousands of usual ones. Storing them takes a few times that. */
  bytesUnderWay: 96 * 1024 * 1024,
  /** At a stop, for messages that are on their way. */
  stopMs: 8_000,
};
