import type { Durations } from "./durations.ts";

/** A server's reply (RFC 5321 §4.2), with the enhanced code of RFC 3463 if it has one. */
export type Reply = {
  code: number;
  enhanced: string | null;
  /** All lines joined, without control characters, at most 1 kB. It is untrusted text: escape it in HTML. */
  line: string;
};

/**
 * The step of the conversation in which something happened. `dot` begins when the end of the message is written to the
 * socket.
 */
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
 * delivered: the next server took responsibility. deferred: it did not, and a retry may succeed. bounced: it refused
 * permanently. uncertain: the conversation broke after the dot, so the server may or may not have the message.
 */
export type OutcomeKind = "delivered" | "deferred" | "bounced" | "uncertain";

/** The result of one attempt for one recipient. */
export type Outcome = {
  kind: OutcomeKind;
  phase: Phase;
  /** The server's reply, or null when no valid reply came. */
  reply: Reply | null;
  /** A sentence for the log and the event. It never contains credentials. */
  reason: string;
  /** The enhanced code of a refusal by this client, not by the server. */
  enhanced?: string;
  host: string;
  /** Nothing was sent, because this server accepts only smaller messages or lacks an extension. Another one may take the message. */
  lacks?: true;
  /** Our own address (`localAddress`) could not be used, so no server was contacted. */
  cannotBind?: true;
  /**
   * Set if this client ended the attempt, not the server. `closing`: we closed the connection or stopped waiting for one.
   * `withheld`: the caller withheld the final dot. `exhausted`: this machine has no files, memory or ports left. The message
   * may be retried as if it had never been tried.
   */
  untried?: "closing" | "withheld" | "exhausted";
  /** The TLS version of the connection, or null without TLS. */
  tls?: string | null;
  /** The reason why the conversation was in plain text although TLS was wanted. */
  plaintext?: string | null;
  /** The commands and replies, for people to read. */
  transcript?: string;
  durations?: Durations;
};
