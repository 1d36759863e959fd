import { constants } from "node:crypto";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerAuthentication,
  type SMTPServerSession,
} from "smtp-server";
import type { SMTPConnectionOptions } from "smtp-server/lib/smtp-connection.js";
import type { ByteBudget } from "../../platform/memory/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { AuthenticateKey } from "../accounts/index.ts";
import type { Sender, SubmitMessage } from "../emails/index.ts";
import type { Certificate } from "./certificate/certificate.ts";
import { checkParameters, declaredSize, readPath } from "./check-envelope.ts";
import { findSender, type Login, logIn } from "./credentials.ts";
import { busy, receiveMessage } from "./message/receive-message.ts";
import { capConnections } from "./session/cap-connections.ts";
import type { ConnectionCaps } from "./session/connection-caps.ts";
import type { Limits } from "./session/limits.ts";
import { StrictConnection } from "./session/strict-connection.ts";
import { replyFor, SmtpReply } from "./smtp-reply.ts";

export type SubmissionDeps = {
  authenticate: AuthenticateKey;
  /** A message is a request of its account, as over HTTP. Throws `rate_limited`. */
  takeRequest: (accountId: string) => void;
  submitMessage: SubmitMessage;
  /** Throws `sender_not_allowed`. */
  checkSender: (address: string, sender: Sender) => Promise<void>;
  networkOf: (ip: string) => string;
  log: Logger;
  /** Our name. */
  host: string;
};

/** What all listeners of a process share. */
export type Shared = { limits: Limits; budget: ByteBudget; caps: ConnectionCaps };

type Session = SMTPServerSession & { user?: Login; sender?: Sender };
type Done = (error?: Error | null) => void;

/** The library's commands that are not of SMTP, or for a proxy that nobody configured (D18). */
const disabledCommands = ["WIZ", "SHELL", "KILL", "XCLIENT", "XFORWARD", "LHLO", "HELP"];
const stopEveryMs = 100;

/** One listener: the library's server with stricter sessions, and with what submission decides at each command. */
export class SubmissionServer extends SMTPServer {
  readonly #deps: SubmissionDeps;
  readonly #shared: Shared;
  readonly #sweeping: NodeJS.Timeout;

  constructor(
    deps: SubmissionDeps,
    shared: Shared,
    { secure, certificate }: { secure: boolean; certificate: Certificate },
  ) {
    super({
      ...certificate,
      secure,
      name: deps.host,
      logger: false,
      minVersion: "TLSv1.2",
      // A client of TLS 1.2 could make us compute keys again and again.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      authMethods: ["PLAIN", "LOGIN"],
      disabledCommands,
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      size: shared.limits.messageBytes,
      rejectOversized: true,
      maxRecipients: shared.limits.recipients,
      socketTimeout: shared.limits.strangerMs,
      closeTimeout: shared.limits.stopMs,
    });
    this.#deps = deps;
    this.#shared = shared;
    capConnections(this.server, { ...shared, ...deps, secure });
    this.on("error", (error) =>
      deps.log.debug({ event: "submission.connection_failed", err: error }, "a connection broke"),
    );
    this.#sweeping = setInterval(() => this.#endOverdue(), shared.limits.sweepMs).unref();
  }

  replaceCertificate(certificate: Certificate): void {
    this.updateSecureContext(certificate);
  }

  /** Those who do nothing are told to come back; messages on their way have a few seconds more. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    const closed = new Promise<void>((resolve) => this.close(resolve));
    const dismissing = setInterval(() => this.#dismissIdle(), stopEveryMs);
    this.#dismissIdle();
    await closed;
    clearInterval(dismissing);
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const connection = new StrictConnection(this, socket, { ...options, limits: this.#shared.limits });
    this.connections.add(connection);
    connection.on("error", (error: Error) => this._onError(error));
    connection.init();
  }

  override onAuth(
    auth: SMTPServerAuthentication,
    session: Session,
    callback: (error: Error | null, response?: { user: Login }) => void,
  ): void {
    const { authenticate, log } = this.#deps;
    const ip = session.remoteAddress;
    logIn(auth, { ip, authenticate, limits: this.#shared.limits }).then(
      (login) => {
        callback(null, { user: login });
        this.#connectionOf(session)?.trust();
      },
      (error: unknown) => {
        const reply = replyFor(error);
        log.info(
          { event: "submission.login_refused", ip, reply: reply.message, err: reply.cause },
          "a login was refused",
        );
        callback(reply);
        this.#connectionOf(session)?.countRefusedLogin();
      },
    );
  }

  override onMailFrom(address: SMTPServerAddress, session: Session, callback: Done): void {
    this.#answer(callback, async () => {
      const login = session.user;
      if (!login) throw new SmtpReply(530, "5.7.0 Log in first");
      checkParameters(address, "MAIL");
      address.address = readPath(address, { utf8: session.envelope.smtpUtf8 === true });
      // B4: a key that was revoked meanwhile is refused here, in the session that it opened.
      const sender = await findSender(login, this.#deps.authenticate);
      this.#deps.takeRequest(sender.accountId);
      if (address.address !== "") await this.#deps.checkSender(address.address, sender);
      // Told now, a client need not send it first.
      if (!this.#shared.budget.hasRoomFor(Math.max(1, declaredSize(address)))) throw busy();
      session.sender = sender;
    });
  }

  override onRcptTo(address: SMTPServerAddress, session: Session, callback: Done): void {
    this.#answer(callback, async () => {
      checkParameters(address, "RCPT");
      address.address = readPath(address, { utf8: session.envelope.smtpUtf8 === true });
    });
  }

  override onData(
    stream: Readable,
    session: Session,
    callback: (error?: Error | null, message?: string) => void,
  ): void {
    const { sender, envelope } = session;
    if (!sender || !envelope.mailFrom) {
      callback(new SmtpReply(503, "5.5.1 MAIL first"));
      return;
    }
    const transaction = {
      sender,
      envelopeFrom: envelope.mailFrom.address,
      recipients: envelope.rcptTo.map(({ address }) => address),
      protocol: envelope.smtpUtf8 ? "UTF8SMTPSA" : session.transmissionType,
      sessionId: `${session.id}.${session.transaction}`,
    };
    receiveMessage(stream, transaction, { ...this.#deps, ...this.#shared }).then(
      (text) => callback(null, text ?? undefined),
      (error: unknown) => callback(this.#replyFor(error)),
    );
  }

  #answer(callback: Done, decide: () => Promise<void>): void {
    decide().then(
      () => callback(),
      (error: unknown) => callback(this.#replyFor(error)),
    );
  }

  /** What the reply does not tell is logged. */
  #replyFor(error: unknown): SmtpReply {
    const reply = replyFor(error);
    if (reply.responseCode < 500 && reply.cause)
      this.#deps.log.warn(
        { event: "submission.deferred", reply: `${reply.responseCode} ${reply.message}`, err: reply.cause },
        "a client was told to come back later",
      );
    return reply;
  }

  #connectionOf(session: SMTPServerSession): StrictConnection | null {
    for (const connection of this.connections)
      if (connection.session === session) return connection as StrictConnection;
    return null;
  }

  #endOverdue(): void {
    const now = performance.now();
    for (const connection of this.connections) {
      const reason = (connection as StrictConnection).reasonToEnd(now);
      if (reason !== null) connection.send(421, `4.4.2 ${reason}`, false);
    }
  }

  #dismissIdle(): void {
    for (const connection of this.connections)
      if (!(connection as StrictConnection).isBusy)
        connection.send(421, "4.3.2 Shutting down; try again", false);
  }
}
