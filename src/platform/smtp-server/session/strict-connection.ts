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

/** What a server offers, and whom it lets stay. */
export type Conversation = {
  /** Offered behind TLS; none: nobody logs in here. */
  authMethods: readonly string[];
  /** What a client hears that has not become trusted in time. */
  tooLate: string;
};

/**
 * One conversation. The library leads it; here it becomes stricter: lines, pipelining, errors and time have limits, AUTH shows
 * only behind TLS, and EHLO lists what is done and nothing else.
 */
export class StrictConnection extends SMTPConnection {
  readonly #connectedAt = performance.now();
  readonly #limits: Limits;
  readonly #conversation: Conversation;
  #isTrusted = false;
  #lastCommandAt = this.#connectedAt;
  #errors = 0;
  #refusedLogins = 0;
  /** Of the message that is coming. */
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

  /** No pause before the greeting: who spoke before it has been heard by now, and waiting would cost every client 100 ms. */
  override init(): void {
    this._setListeners(() => setImmediate(() => this.connectionReady()));
  }

  override _createParser(): SMTPStream {
    // Called while the base class is being built: what it uses of this one may be touched later only.
    const parser = new StrictStream({ maxCommandLength: defaultLimits.authOctets });
    parser.oncommand = (line, callback) => this._onCommand(line, callback);
    parser.onerror = (problem) => {
      if (this._upgrading) return;
      const text =
        problem === "line too long"
          ? "5.5.2 Line too long"
          : "5.5.2 Lines end with CR LF, and with nothing else";
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
    // What came in clear behind STARTTLS is dropped without a word (RFC 3207 §4.2).
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

  /** RFC 2034 §4: texts that begin with an enhanced code keep it; the library would put its own before it. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    const hasOwn = typeof data === "string" && /^[245]\.\d{1,3}\.\d{1,3} /.test(data);
    super.send(code, data, hasOwn ? false : context);
    if (code < 400 || code === 421) return;
    this.#errors += 1;
    if (this.#errors >= this.#limits.errors) super.send(421, "4.7.0 Too many errors", false);
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
    // RFC 4954 §4 and RFC 3207 §4: each is offered where it may be used.
    const { authMethods } = this.#conversation;
    const auth = authMethods.length > 0 && !this.session.user ? [`AUTH ${authMethods.join(" ")}`] : [];
    const ofSession = this.secure ? auth : ["STARTTLS"];
    const size = `SIZE ${this.#limits.messageBytes}`;
    return ["PIPELINING", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES", size, ...ofSession];
  }

  override handler_VRFY(_command: Buffer, callback: () => void): void {
    // RFC 5321 §7.3: the same whoever is asked for.
    this.send(252, "2.5.0 Send to it and see");
    callback();
  }

  handler_EXPN(_command: Buffer, callback: () => void): void {
    this.send(502, "5.5.1 Not done here");
    callback();
  }

  override upgrade(...given: Parameters<SMTPConnection["upgrade"]>): void {
    const socket = this._socket;
    super.upgrade(...given);
    keepPlaceUntilClosed(socket);
  }

  override _onClose(): void {
    this.#account?.leave();
    this.#account = null;
    super._onClose();
  }

  /** Runs out sooner for strangers. */
  override _armTimeout(socket: Socket = this._socket): void {
    const ms = this.#isTrusted ? this.#limits.idleMs : this.#limits.strangerMs;
    socket.setTimeout(ms, () => this._onTimeout());
  }

  /** Counts it for the account that has logged in; false, and the session ends, when that has too many. */
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

  /** It has shown that it has business here, and gets the time for it. */
  trust(): void {
    this.#isTrusted = true;
    this._socket.setTimeout(this.#limits.idleMs);
  }

  /** RFC 4954 §4: after a few refusals the session may end. */
  countRefusedLogin(): void {
    this.#refusedLogins += 1;
    if (this.#refusedLogins >= this.#limits.authFailures)
      super.send(421, "4.7.0 Too many refused logins", false);
  }

  /** Why this session has had its time, however many single bytes it has sent meanwhile; null while it has not. */
  reasonToEnd(now: number, { isCrowded }: { isCrowded: boolean }): string | null {
    const { strangerMs, crowdedStrangerMs, idleMs } = this.#limits;
    if (this._closing || this._closed) return null;
    if (!this.#isTrusted) {
      const patienceMs = isCrowded ? Math.min(strangerMs, crowdedStrangerMs) : strangerMs;
      return now - this.#connectedAt > patienceMs ? this.#conversation.tooLate : null;
    }
    const forMs = now - this.#lastCommandAt;
    const parser = this._parser || null;
    if (parser?._dataMode)
      return this.#progress.isTooSlow(now, parser.dataBytes) ? "The message comes too slowly" : null;
    return !this._handlerPending && !this._dataStream && forMs > idleMs ? "Nothing to do" : null;
  }

  /** Whether a message is on its way or being stored. */
  get isBusy(): boolean {
    return Boolean(this._dataStream);
  }
}
