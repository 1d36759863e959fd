import type { Socket } from "node:net";
import type { SMTPServer } from "smtp-server";
import { SMTPConnection, type SMTPConnectionOptions } from "smtp-server/lib/smtp-connection.js";
import type { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { keepPlaceUntilClosed } from "./cap-connections.ts";
import type { ConnectionCaps } from "./connection-caps.ts";
import { errorInCommand } from "./error-in-command.ts";
import { limits as defaultLimits, type Limits } from "./limits.ts";
import { Progress } from "./progress.ts";
import { StrictStream } from "./strict-stream.ts";

/** The AUTH methods and texts of a server. */
export type Conversation = {
  /** Offered only under TLS. Empty: clients do not log in here. */
  authMethods: readonly string[];
  /** The reply to a client that did not become trusted in time. */
  tooLate: string;
};

/**
 * One session. The library runs it, and this class makes it stricter: lines, pipelining, errors and time are limited, AUTH
 * is offered only under TLS, and EHLO lists only what is supported.
 */
export class StrictConnection extends SMTPConnection {
  readonly #connectedAt = performance.now();
  readonly #limits: Limits;
  readonly #conversation: Conversation;
  #isTrusted = false;
  #lastCommandAt = this.#connectedAt;
  #errors = 0;
  #isInRcpt = false;
  #refusedLogins = 0;
  /** The progress of the current message. */
  readonly #progress: Progress;
  #account: { id: string; leave: () => void } | null = null;

  constructor(
    server: SMTPServer,
    socket: Socket,
    {
      limits,
      conversation,
      ...options
    }: SMTPConnectionOptions & { limits: Limits; conversation: Conversation },
  ) {
    super(server, socket, options);
    this.#limits = limits;
    this.#conversation = conversation;
    const { dataWindowMs: windowMs, dataBytesPerSecond: bytesPerSecond } = limits;
    this.#progress = new Progress({ windowMs, bytesPerSecond });
  }

  /**
   * Sends the greeting without the library's pause of 100 ms. Clients that send before the greeting are detected anyway.
   */
  override init(): void {
    this._setListeners(() => setImmediate(() => this.connectionReady()));
  }

  override _createParser(): SMTPStream {
    // The base class calls this in its constructor, before the fields of this object exist, so only the callbacks may use
    // them.
    const parser = new StrictStream({ maxCommandLength: defaultLimits.authOctets });
    parser.oncommand = (line, callback) => this._onCommand(line, callback);
    parser.onerror = (problem) => {
      if (this._upgrading) return;
      const text = problem === "line too long" ? "5.5.2 Line too long" : "5.5.2 Lines must end with CR LF";
      this.send(500, text);
      this.send(421, "4.7.0 Closing the connection");
    };
    parser.on("error", () => this.close());
    return parser;
  }

  override _onCommand(line: Buffer, callback?: () => void): void {
    this.#lastCommandAt = performance.now();
    // DATA is a command too, and the last one before a message.
    this.#progress.begin(this.#lastCommandAt);
    // Plain-text input that follows STARTTLS is dropped without a reply (RFC 3207 §4.2).
    const problem = this._upgrading || !this._ready ? null : this.#errorIn(line);
    if (!problem) {
      super._onCommand(line, callback);
      return;
    }
    this.send(problem.code, problem.text);
    if (problem.closes) this.close();
    else callback?.();
  }

  #errorIn(line: Buffer) {
    const hasMore = this._parser instanceof StrictStream && this._parser.hasMore;
    return errorInCommand(line, { hasMore, isAuthLine: this._nextHandler !== false, limits: this.#limits });
  }

  /** RFC 2034 §4: keeps the enhanced code at the beginning of a text; the library would prepend its own. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const hasOwn = typeof data === "string" && /^[245]\.\d{1,3}\.\d{1,3} /.test(data);
    super.send(code, data, hasOwn ? false : context);
    if (code < 400 || code === 421) return;
    // A list may have many bad addresses, and each gets its own reply (RFC 5321 §4.2.1). Strangers who guess addresses are disconnected.
    if (this.#isInRcpt && this.session.user) return;
    this.#errors += 1;
    if (this.#errors >= this.#limits.errors) super.send(421, "4.7.0 Too many errors", false);
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    this.#isInRcpt = true;
    super.handler_RCPT(command, () => {
      this.#isInRcpt = false;
      callback();
    });
  }

  override handler_EHLO(command: Buffer, callback: () => void): void {
    this.#greet(command, callback, "EHLO");
  }

  override handler_HELO(command: Buffer, callback: () => void): void {
    this.#greet(command, callback, "HELO");
  }

  #greet(command: Buffer, callback: () => void, verb: "EHLO" | "HELO"): void {
    const name = /^\S+ +(\S{1,255}) *$/.exec(command.toString("latin1"))?.[1];
    // RFC 5321 §4.1.1.1: a domain or an address literal. Windows sends names with "_".
    if (!name || !/^[\w.:[\]-]+$/.test(name)) {
      this.send(501, `${verb} needs the name of your host`, false);
      callback();
      return;
    }
    this.hostNameAppearsAs = name.toLowerCase();
    this._resetSession();
    if (verb === "HELO") this.send(250, this.name, false);
    else this.send(250, [this.name, ...this.#features()], false);
    callback();
  }

  #features(): string[] {
    // RFC 4954 §4 and RFC 3207 §4: AUTH and STARTTLS are offered only when the client may use them.
    const { authMethods } = this.#conversation;
    const auth = authMethods.length > 0 && !this.session.user ? [`AUTH ${authMethods.join(" ")}`] : [];
    const sessionFeatures = this.secure ? auth : ["STARTTLS"];
    const size = `SIZE ${this.#limits.messageBytes}`;
    return ["PIPELINING", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES", size, ...sessionFeatures];
  }

  override handler_VRFY(_command: Buffer, callback: () => void): void {
    // RFC 5321 §7.3: the same reply for every address.
    this.send(252, "2.5.0 Cannot verify the address; send the message to find out");
    callback();
  }

  handler_EXPN(_command: Buffer, callback: () => void): void {
    this.send(502, "5.5.1 Command not supported");
    callback();
  }

  override upgrade(...args: Parameters<SMTPConnection["upgrade"]>): void {
    const socket = this._socket;
    super.upgrade(...args);
    keepPlaceUntilClosed(socket);
  }

  override _onClose(): void {
    this.#account?.leave();
    this.#account = null;
    super._onClose();
  }

  /** The timeout is shorter for untrusted clients. */
  override _armTimeout(socket: Socket = this._socket): void {
    const ms = this.#isTrusted ? this.#limits.idleMs : this.#limits.strangerMs;
    socket.setTimeout(ms, () => this._onTimeout());
  }

  /**
   * Counts this connection for the account that has logged in. If the account has too many connections, ends the session
   * and returns false.
   */
  joinAccount(id: string, caps: ConnectionCaps): boolean {
    if (this.#account?.id === id) return true;
    this.#account?.leave();
    this.#account = null;
    if (this._closing || this._closed) return true;
    const leave = caps.join(id);
    if (leave) this.#account = { id, leave };
    else super.send(421, "4.7.0 Too many connections of this account; try again later", false);
    return leave !== null;
  }

  /** Marks the client as legitimate. It gets the normal timeout. */
  trust(): void {
    this.#isTrusted = true;
    this._socket.setTimeout(this.#limits.idleMs);
  }

  /** RFC 4954 §4: the server may end the session after a few refused logins. */
  countRefusedLogin(): void {
    this.#refusedLogins += 1;
    if (this.#refusedLogins >= this.#limits.authFailures)
      super.send(421, "4.7.0 Too many refused logins", false);
  }

  /** Returns why this session must end, even if single bytes keep arriving, or null. */
  reasonToEnd(now: number, { isCrowded }: { isCrowded: boolean }): string | null {
    const { strangerMs, crowdedStrangerMs, idleMs } = this.#limits;
    if (this._closing || this._closed) return null;
    if (!this.#isTrusted) {
      const timeoutMs = isCrowded ? Math.min(strangerMs, crowdedStrangerMs) : strangerMs;
      return now - this.#connectedAt > timeoutMs ? this.#conversation.tooLate : null;
    }
    const forMs = now - this.#lastCommandAt;
    const parser = this._parser || null;
    if (parser?._dataMode)
      return this.#progress.isTooSlow(now, parser.dataBytes) ? "The message comes too slowly" : null;
    return !this._handlerPending && !this._dataStream && forMs > idleMs ? "Idle for too long" : null;
  }

  /** Whether a message is being received or stored. */
  get isBusy(): boolean {
    return Boolean(this._dataStream);
  }
}
