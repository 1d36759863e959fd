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

/** What all listeners of a process share. */
export type Shared = { limits: Limits; budget: ByteBudget; caps: ConnectionCaps };

export type Session = SMTPServerSession;
type Done = (error?: Error | null) => void;

type StrictServerOptions = {
  /** Its events are called by it: `submission.deferred`. */
  name: SmtpServerName;
  /** Our name. */
  host: string;
  networkOf: (ip: string) => string;
  log: Logger;
  shared: Shared;
  /** TLS from the first byte. */
  secure: boolean;
  certificate: Certificate;
  conversation: Conversation;
  replyFor: (error: unknown) => SmtpReply;
};

/** The library's commands that are not of SMTP, or for a proxy that nobody configured (D18). */
const disabledCommands = ["WIZ", "SHELL", "KILL", "XCLIENT", "XFORWARD", "LHLO", "HELP"];
const stopEveryMs = 100;

/** One listener: the library's server with stricter sessions. What it extends decides at each command. */
export class StrictServer extends SMTPServer {
  readonly #options: StrictServerOptions;
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: StrictServerOptions) {
    const { host, shared, secure, certificate, conversation } = options;
    super({
      ...certificate,
      secure,
      name: host,
      logger: false,
      minVersion: "TLSv1.2",
      // A client of TLS 1.2 could make us compute keys again and again.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
      authMethods: [...conversation.authMethods],
      disabledCommands: [...disabledCommands, ...(conversation.authMethods.length > 0 ? [] : ["AUTH"])],
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
    const { shared, conversation } = this.#options;
    const strict = { ...options, limits: shared.limits, conversation };
    const connection = new StrictConnection(this, socket, strict);
    this.connections.add(connection);
    connection.on("error", (error: Error) => this._onError(error));
    connection.init();
  }

  /** Answers a command with what was decided, or with what was thrown. */
  answer(callback: Done, decide: () => Promise<void>): void {
    decide().then(
      () => callback(),
      (error: unknown) => callback(this.replyTo(error)),
    );
  }

  /** What the reply does not tell is logged. */
  replyTo(error: unknown): SmtpReply {
    const { name, log, replyFor } = this.#options;
    const reply = replyFor(error);
    if (reply.responseCode < 500 && reply.cause)
      log.warn(
        { event: `${name}.deferred`, reply: `${reply.responseCode} ${reply.message}`, err: reply.cause },
        "a client was told to come back later",
      );
    return reply;
  }

  connectionOf(session: Session): StrictConnection | null {
    for (const connection of this.connections)
      if (connection.session === session) return connection as StrictConnection;
    return null;
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
