import { constants } from "node:crypto";
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { SMTPConnectionOptions } from "smtp-server/lib/smtp-connection.js";
import type { ByteBudget } from "../memory/index.ts";
import type { Logger, SmtpServerName } from "../telemetry/index.ts";
import type { Certificate } from "./certificate/certificate.ts";
import { capConnections } from "./session/cap-connections.ts";
import type { ConnectionCaps } from "./session/connection-caps.ts";
import type { Limits } from "./session/limits.ts";
import { type Conversation, StrictConnection } from "./session/strict-connection.ts";
import type { SmtpReply } from "./smtp-reply.ts";

/** Shared by all listeners of a process. */
export type Shared = { limits: Limits; budget: ByteBudget; caps: ConnectionCaps };

export type Session = SMTPServerSession;
type Done = (error?: Error | null) => void;

type StrictServerOptions = {
  /** The prefix of event names: `submission.deferred`. */
  name: SmtpServerName;
  /** Our host name. */
  host: string;
  networkOf: (ip: string) => string;
  log: Logger;
  shared: Shared;
  /** Implicit TLS. */
  secure: boolean;
  certificate: Certificate;
  conversation: Conversation;
  replyFor: (error: unknown) => SmtpReply;
};

/** Commands of the library that are not part of SMTP, or are for a proxy, which is not configured (D18). */
const DISABLED_COMMANDS = ["WIZ", "SHELL", "KILL", "XCLIENT", "XFORWARD", "LHLO", "HELP"];
const STOP_POLL_MS = 100;

/** One listener: the library's server with stricter sessions. Subclasses accept or refuse each command. */
export class StrictServer extends SMTPServer {
  readonly #options: StrictServerOptions;
  readonly #sweeping: NodeJS.Timeout;
  readonly #bySession = new WeakMap<Session, StrictConnection>();

  constructor(options: StrictServerOptions) {
    const { host, shared, secure, certificate, conversation } = options;
    super({
      ...certificate,
      secure,
      name: host,
      logger: false,
      minVersion: "TLSv1.2",
      // With renegotiation, a TLS 1.2 client could make the server compute keys repeatedly.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      authMethods: [...conversation.authMethods],
      disabledCommands: [...DISABLED_COMMANDS, ...(conversation.authMethods.length > 0 ? [] : ["AUTH"])],
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      size: shared.limits.messageBytes,
      rejectOversized: true,
      maxRecipients: shared.limits.recipients,
      socketTimeout: shared.limits.strangerMs,
      closeTimeout: shared.limits.stopMs,
    });
    this.#options = options;
    capConnections(this.server, { ...shared, ...options });
    this.on("error", (error) =>
      options.log.debug({ event: `${options.name}.connection_failed`, err: error }, "a connection broke"),
    );
    this.#sweeping = setInterval(() => this.#endOverdue(), shared.limits.sweepMs).unref();
  }

  replaceCertificate(certificate: Certificate): void {
    this.updateSecureContext(certificate);
  }

  /** Idle sessions are asked to reconnect later; messages in progress get a few more seconds. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    const closed = new Promise<void>((resolve) => this.close(resolve));
    const dismissing = setInterval(() => this.#dismissIdle(), STOP_POLL_MS);
    this.#dismissIdle();
    await closed;
    clearInterval(dismissing);
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const { shared, conversation } = this.#options;
    const strict = { ...options, limits: shared.limits, conversation };
    const connection = new StrictConnection(this, socket, strict);
    this.connections.add(connection);
    this.#bySession.set(connection.session, connection);
    connection.on("error", (error: Error) => this._onError(error));
    connection.init();
  }

  /** Replies to a command with the decision, or with the thrown error. */
  answer(callback: Done, decide: () => Promise<void>): void {
    decide().then(
      () => callback(),
      (error: unknown) => callback(this.replyTo(error)),
    );
  }

  /** Logs the details that the reply does not contain. */
  replyTo(error: unknown): SmtpReply {
    const { name, log, replyFor } = this.#options;
    const reply = replyFor(error);
    if (reply.responseCode < 500 && reply.cause)
      log.warn(
        { event: `${name}.deferred`, reply: `${reply.responseCode} ${reply.message}`, err: reply.cause },
        "a client was asked to retry later",
      );
    return reply;
  }

  connectionOf(session: Session): StrictConnection | undefined {
    return this.#bySession.get(session);
  }

  #endOverdue(): void {
    const now = performance.now();
    const { isCrowded } = this.#options.shared.caps;
    for (const connection of this.connections) {
      const reason = (connection as StrictConnection).reasonToEnd(now, { isCrowded });
      if (reason !== null) connection.send(421, `4.4.2 ${reason}`, false);
    }
  }

  #dismissIdle(): void {
    for (const connection of this.connections)
      if (!(connection as StrictConnection).isBusy)
        connection.send(421, "4.3.2 Shutting down; try again", false);
  }
}
