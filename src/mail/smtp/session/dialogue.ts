import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import type { Endpoint } from "../endpoint.ts";
import { ReplyDeadline } from "./reply-deadline.ts";
import { type ParsedReply, ReplyParser } from "./reply-parser.ts";
import { Transcript } from "./transcript.ts";

/** A reply, or the reason why none will come. */
export type Answer = { ok: true; reply: ParsedReply } | { ok: false; problem: string };

type UpgradeOptions = {
  host: string;
  rejectUnauthorized: boolean;
  reasonToRefusePeer?: ((peer: TLSSocket) => string | null) | undefined;
};

/** Most replies are shorter. A longer one is read in several pieces. */
const READ_BUFFER_BYTES = 8_192;

const SOCKET_OPTIONS = {
  noDelay: true,
  keepAlive: true,
  // A NAT drops a silent connection within minutes, and the reply to the final dot may take ten.
  keepAliveInitialDelay: 30_000,
  // For each address of a name with several. Node's default of half a second is too short for a distant server, and a longer one uses
  // up the timeout of the connection. The kernel sends its third SYN after 3 s.
  autoSelectFamilyAttemptTimeout: 5_000,
};

/**
 * Errors of connect(2) that concern this machine and not the server. EADDRNOTAVAIL without an address to bind means that no
 * port is left.
 */
const EXHAUSTED = new Set(["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EADDRNOTAVAIL"]);

/**
 * One socket and its replies, in order. Knows no commands. Replies that arrived before the connection broke are still
 * returned; after the last one, every `answer` returns the problem.
 */
export class Dialogue {
  #socket: Socket;
  #parser = new ReplyParser();
  #replies: ParsedReply[] = [];
  #problem: string | null = null;
  #waiting: { ready: () => boolean; resolve: () => void } | null = null;
  readonly #deadline = new ReplyDeadline(
    () => this.#waiting !== null,
    (timeoutMs) => this.destroy(`no reply came within ${Math.ceil(timeoutMs / 1_000)} s`),
  );

  readonly transcript = new Transcript();
  #cannotBind = false;
  #isExhausted = false;
  /** When the server's name was resolved, by performance.now(). Null: it is an address, or is not resolved yet. */
  lookedUpAt: number | null = null;
  /** The duration of the TLS handshake. */
  tlsMs = 0;

  constructor({
    host,
    address,
    port,
    localAddress,
  }: Pick<Endpoint, "host" | "address" | "port" | "localAddress">) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(READ_BUFFER_BYTES),
      callback: (length: number, bytes: Uint8Array) =>
        this.#take((bytes as Buffer).toString("latin1", 0, length)),
    };
    const from = localAddress === undefined ? {} : { localAddress };
    this.#socket = connect({ host: address ?? host, port, ...from, ...SOCKET_OPTIONS, onread });
    this.transcript.addNote(
      `connecting to ${host}${address === undefined ? "" : ` [${address}]`}, port ${port}`,
    );
    this.#watch(this.#socket);
    this.#socket.once("lookup", () => {
      this.lookedUpAt = performance.now();
    });
  }

  /** The reason why the connection is over, or null while it is open. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Whether connecting failed because the local address does not belong to this machine or has no port left. */
  get cannotBind(): boolean {
    return this.#cannotBind;
  }

  /** Whether connecting failed because this machine has no files, memory or ports left. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** Whether no unrequested bytes have arrived. */
  get isQuiet(): boolean {
    return this.#replies.length === 0 && !this.#parser.isMidReply;
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? "";
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket && this.#socket.encrypted;
  }

  /** The TLS version, or null in plain text. */
  get tls(): string | null {
    return this.#socket instanceof TLSSocket ? this.#socket.getProtocol() : null;
  }

  get localAddress(): string {
    return this.#socket.localAddress ?? "";
  }

  /** Resolves with null when the connection is open, or with the problem. */
  async connected(timeoutMs: number): Promise<string | null> {
    let connected = false;
    this.#socket.once("connect", () => {
      connected = true;
      this.#wake();
    });
    await this.#until(() => connected, timeoutMs);
    return this.#problem;
  }

  /** Starts TLS. Resolves with null after the handshake, or with the problem. */
  async upgrade(options: UpgradeOptions, timeoutMs: number): Promise<string | null> {
    // RFC 3207 §6 and the injection attacks of 2011 and 2021: bytes sent in plain text must not count as sent under TLS.
    if (!this.isQuiet) this.destroy("it sent further bytes before TLS began");
    if (this.#problem !== null) return this.#problem;
    const servername = isIP(options.host) === 0 ? { servername: options.host } : {};
    const { host, rejectUnauthorized } = options;
    const startedAt = performance.now();
    const secure = connectTls({
      socket: this.#socket,
      minVersion: "TLSv1.2",
      host,
      rejectUnauthorized,
      ...servername,
    });
    this.#socket = secure;
    this.#watch(secure);
    secure.on("data", (bytes: Buffer) => this.#take(bytes.toString("latin1")));
    let secured = false;
    secure.once("secureConnect", () => {
      secured = true;
      this.#wake();
    });
    await this.#until(() => secured, timeoutMs);
    this.tlsMs = performance.now() - startedAt;
    const refusal = this.#problem === null ? options.reasonToRefusePeer?.(secure) : null;
    if (refusal) this.destroy(refusal);
    if (this.#problem === null) this.transcript.addNote(`${this.tls}, ${secure.getCipher().name}`);
    return this.#problem;
  }

  /** Writes all pieces to the socket in one system call. */
  write(...pieces: (string | Buffer)[]): void {
    if (this.#problem !== null) return;
    this.#socket.cork();
    for (const piece of pieces) {
      if (typeof piece === "string") this.transcript.addCommands(piece);
      this.#socket.write(piece);
    }
    this.#socket.uncork();
  }

  /** Writes a line. The transcript shows only `shown`. */
  writeSecret(line: string, shown: string): void {
    if (this.#problem !== null) return;
    this.transcript.addCommands(`${shown}********`);
    this.#socket.write(`${line}\r\n`);
  }

  /**
   * Resolves with true when the kernel has taken the piece, or with false on failure and when the server replies too early.
   */
  async writeThrough(piece: Buffer, timeoutMs: number): Promise<boolean> {
    if (this.#problem !== null) return false;
    this.#socket.write(piece, () => this.#wake());
    await this.#until(() => this.#socket.writableLength === 0 || !this.isQuiet, timeoutMs);
    return this.#problem === null && this.isQuiet;
  }

  async answer(timeoutMs: number): Promise<Answer> {
    await this.#until(this.#hasReply, timeoutMs);
    const reply = this.#replies.shift();
    if (reply === undefined) {
      this.transcript.addNote(this.#problem ?? "");
      return { ok: false, problem: this.#problem ?? "" };
    }
    this.transcript.addReply(reply);
    return { ok: true, reply };
  }

  /** Writes the last command, waits until the server closes the connection or the timeout passes, and destroys it. */
  async end(lastCommand: string, timeoutMs: number): Promise<void> {
    this.write(lastCommand);
    this.#socket.end();
    await this.#until(() => false, timeoutMs);
    this.destroy("closed by us");
  }

  /** Ends the connection at once. A pending call resolves with the reason. */
  destroy(reason: string): void {
    if (this.#problem !== null) return;
    this.#problem = reason;
    this.#deadline.clear();
    this.#socket.destroy();
    this.#wake();
  }

  #hasReply = () => this.#replies.length > 0;

  #watch(socket: Socket): void {
    socket.on("error", (error: NodeJS.ErrnoException) => {
      this.#cannotBind = error.syscall === "bind";
      this.#isExhausted = error.syscall === "connect" && EXHAUSTED.has(error.code ?? "");
      this.destroy(error.message || error.code || "unknown error");
    });
    socket.on("end", () => this.destroy("it closed the connection"));
    socket.on("close", () => this.destroy("the connection was closed"));
  }

  #take(bytes: string): boolean {
    const { replies, problem } = this.#parser.feed(bytes);
    this.#replies.push(...replies);
    if (problem !== null) this.destroy(`it sent ${problem}`);
    else this.#wake();
    return true;
  }

  #until(ready: () => boolean, timeoutMs: number): Promise<void> {
    if (this.#problem !== null || ready()) return Promise.resolve();
    this.#deadline.set(timeoutMs);
    return new Promise((resolve) => {
      this.#waiting = { ready, resolve };
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (waiting === null || (this.#problem === null && !waiting.ready())) return;
    this.#waiting = null;
    waiting.resolve();
  }
}
