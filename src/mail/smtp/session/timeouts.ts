/** How long each phase may take, in milliseconds. */
export type Timeouts = {
  connect: number;
  greeting: number;
  ehlo: number;
  starttls: number;
  tls: number;
  auth: number;
  mail: number;
  rcpt: number;
  data: number;
  /** For each piece of the message, not for the whole. */
  body: number;
  dot: number;
  quit: number;
};

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * The values of RFC 5321 §4.5.3.2, where it names one. Shorter timeouts would give up on a server that filters while we
 * wait, and giving up after the dot causes duplicates. Connect, TLS and QUIT are our choice, because no message is at stake
 * in them.
 */
export const DEFAULT_TIMEOUTS: Timeouts = {
  connect: 30 * SECOND,
  greeting: 5 * MINUTE, // §4.5.3.2.1
  ehlo: 5 * MINUTE,
  starttls: 2 * MINUTE,
  tls: 30 * SECOND,
  auth: 2 * MINUTE,
  mail: 5 * MINUTE, // §4.5.3.2.2
  rcpt: 5 * MINUTE, // §4.5.3.2.3
  data: 2 * MINUTE, // §4.5.3.2.4
  body: 3 * MINUTE, // §4.5.3.2.5
  dot: 10 * MINUTE, // §4.5.3.2.6
  quit: 5 * SECOND,
};
