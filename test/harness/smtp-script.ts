/** What a sink can be told to do. */

/**
 * What the server does at one point of the conversation:
 * - a reply, without its CRLF (several lines: join them with CRLF); one that begins with 421 also closes;
 * - `hang`: says nothing and, in the body, reads nothing; `rst`, `fin`: resets or closes without a word;
 * - `drop-before`, `drop-after` (for the dot): closes without a reply, having lost or kept the message;
 * - `{ raw }`: exactly these bytes, after which the conversation goes on.
 */
export type Step = "hang" | "rst" | "fin" | "drop-before" | "drop-after" | { raw: string } | (string & {});

/** A step, or a function that chooses one; undefined means what a good server does. */
export type Scripted<Argument> =
  | Step
  | ((argument: Argument) => Step | undefined | Promise<Step | undefined>);

/** What is told to a step that is a function. */
type MailCommand = { address: string; parameters: string; connection: number };

export type Script = {
  /** Upon the TCP connection. */
  greeting?: Scripted<{ connection: number }>;
  ehlo?: Scripted<{ verb: string; name: string; secure: boolean }>;
  starttls?: Scripted<{ connection: number }>;
  /** In place of the TLS handshake. */
  tls?: Scripted<{ connection: number }>;
  auth?: Scripted<{ mechanism: string; user: string; pass: string }>;
  mail?: Scripted<MailCommand>;
  rcpt?: Scripted<MailCommand>;
  data?: Scripted<{ recipients: string[] }>;
  /** When the first bytes after 354 have come, before the dot is looked for. */
  body?: Scripted<{ connection: number }>;
  dot?: Scripted<SinkMessage>;
  rset?: Scripted<{ connection: number }>;
  quit?: Scripted<{ connection: number }>;
};

export type SinkMessage = {
  from: string;
  recipients: string[];
  /** As it was before dots were doubled. */
  raw: Buffer;
  /** The how-manyeth connection it came by, from 1. */
  connection: number;
  secure: boolean;
};

export type SinkOptions = {
  script?: Script;
  /** Another address of loopback: servers of a domain share a port. */
  host?: string;
  /** 0 or absent: any free one. */
  port?: number;
  pipelining?: boolean;
  size?: number;
  eightBitMime?: boolean;
  smtpUtf8?: boolean;
  /** Offers STARTTLS, or expects TLS from the first byte. */
  tls?: "starttls" | "implicit";
  /** Offers these mechanisms; any credentials will do unless the script says otherwise. */
  auth?: ("PLAIN" | "LOGIN")[];
  /** Runs before the message is confirmed, and delays it: a ledger. If it throws, the answer is 451. */
  onMessage?: (message: SinkMessage) => void | Promise<void>;
  /** Whether `messages` fills; a bench does without. */
  keepMessages?: boolean;
  /** Whether `wire` fills. */
  keepWire?: boolean;
};

/** What all connections of one sink share. */
export type SinkState = SinkOptions & {
  script: Script;
  accepted: number;
  messages: SinkMessage[];
  commands: string[];
  wire: Map<number, Buffer[]>;
};
