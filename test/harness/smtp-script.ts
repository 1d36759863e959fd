/** Scripts for the SMTP sink. */

/**
 * The server's action at one point of the conversation:
 * - a reply, without its CRLF (several lines: join them with CRLF); one that begins with 421 also closes;
 * - `hang`: sends nothing and, in the body, reads nothing; `rst`, `fin`: resets or closes without a reply;
 * - `drop-before`, `drop-after` (for the dot): closes without a reply, after dropping or keeping the message;
 * - `{ raw }`: exactly these bytes, then the conversation continues.
 */
export type Step = "hang" | "rst" | "fin" | "drop-before" | "drop-after" | { raw: string } | (string & {});

/** A step, or a function that returns one; undefined means normal behavior. */
export type Scripted<Argument> =
  | Step
  | ((argument: Argument) => Step | undefined | Promise<Step | undefined>);

/** The argument of a step that is a function. */
type MailCommand = { address: string; parameters: string; connection: number };

export type Script = {
  /** After the TCP connection. */
  greeting?: Scripted<{ connection: number }>;
  ehlo?: Scripted<{ verb: string; name: string; secure: boolean }>;
  starttls?: Scripted<{ connection: number }>;
  /** Sent in place of the TLS handshake. */
  tls?: Scripted<{ connection: number }>;
  auth?: Scripted<{ mechanism: string; user: string; pass: string }>;
  mail?: Scripted<MailCommand>;
  rcpt?: Scripted<MailCommand>;
  data?: Scripted<{ recipients: string[] }>;
  /** After the first bytes of the body, before the final dot is searched. */
  body?: Scripted<{ connection: number }>;
  dot?: Scripted<SinkMessage>;
  rset?: Scripted<{ connection: number }>;
  quit?: Scripted<{ connection: number }>;
};

export type SinkMessage = {
  from: string;
  recipients: string[];
  /** With dot-stuffing undone. */
  raw: Buffer;
  /** The number of the connection, from 1. */
  connection: number;
  secure: boolean;
};

export type SinkOptions = {
  script?: Script;
  /** Another loopback address, because servers of a domain share a port. */
  host?: string;
  /** 0 or absent: any free port. */
  port?: number;
  pipelining?: boolean;
  size?: number;
  eightBitMime?: boolean;
  smtpUtf8?: boolean;
  /** Offers STARTTLS, or expects implicit TLS. */
  tls?: "starttls" | "implicit";
  /** Offers these mechanisms; accepts any credentials unless the script refuses them. */
  auth?: ("PLAIN" | "LOGIN")[];
  /** Runs before the message is confirmed, such as a ledger. If it throws, the reply is 451. */
  onMessage?: (message: SinkMessage) => void | Promise<void>;
  /** Whether `messages` is filled; benches switch it off. */
  keepMessages?: boolean;
  /** Whether `wire` is filled. */
  keepWire?: boolean;
};

/** State shared by all connections of a sink. */
export type SinkState = SinkOptions & {
  script: Script;
  accepted: number;
  messages: SinkMessage[];
  commands: string[];
  wire: Map<number, Buffer[]>;
};
