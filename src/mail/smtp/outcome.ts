/** A server's reply: RFC 5321 §4.2, the enhanced code of RFC 3463 where it gave one. */
export type Reply = {
  code: number;
  enhanced: string | null;
  /** All its lines as one, without control characters, at most 1 kB. Still the server's words: escape them in HTML. */
  line: string;
};

/** Where in the conversation something happened. `dot` begins when the end of the message is handed to the socket. */
export type Phase =
  | "connect"
  | "greeting"
  | "ehlo"
  | "starttls"
  | "tls"
  | "auth"
  | "mail"
  | "rcpt"
  | "data"
  | "body"
  | "dot"
  | "quit";

/**
 * delivered: the next server took responsibility. deferred: it has not, a later try may succeed. bounced: it refused
 * for good. uncertain: the conversation broke after the dot, it may or may not have taken it.
 */
export type OutcomeKind = "delivered" | "deferred" | "bounced" | "uncertain";

/** What became of one recipient in one attempt. */
export type Outcome = {
  kind: OutcomeKind;
  phase: Phase;
  /** What the server said, null when it said nothing that counts. */
  reply: Reply | null;
  /** A sentence for the log and the event; never holds credentials. */
  reason: string;
  /** The enhanced code of a verdict that was reached here, before the server was asked. */
  enhanced?: string;
  host: string;
  /** Our own address (`localAddress`) could not be used: no server was asked. */
  cannotBind?: true;
  /**
   * No server decided it, we did: `closing`: we closed the connection, or wait for none any more; `withheld`: the caller did not let the
   * message end; `exhausted`: this machine has no files, memory or ports left. The message may be sent again as if nothing had happened.
   */
  untried?: "closing" | "withheld" | "exhausted";
  /** The version of TLS under which it was said, null without. */
  tls?: string | null;
  /** Why it was said in the clear though TLS was wanted. */
  plaintext?: string | null;
  /** What was said, for people. */
  transcript?: string;
};
