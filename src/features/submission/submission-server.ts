import type { Readable } from "node:stream";
import type { SMTPServerAddress, SMTPServerAuthentication } from "smtp-server";
import { type AppError, orThrow } from "../../platform/errors/index.ts";
import {
  busy,
  checkParameters,
  declaredSize,
  readPath,
  type Session,
  type Shared,
  SmtpReply,
  StrictServer,
} from "../../platform/smtp-server/index.ts";
import type { Logger } from "../../platform/telemetry/index.ts";
import type { Sender } from "../emails/index.ts";
import type { AuthenticateKey } from "../keys/index.ts";
import { findSender, type Login, logIn } from "./credentials.ts";
import { receiveMessage, type SubmitMessage } from "./message/receive-message.ts";
import { replyFor } from "./reply-for.ts";

export type SubmissionDeps = {
  authenticate: AuthenticateKey;
  /** Counts a message as a request of its account, as over HTTP. Throws `rate_limited`. */
  takeRequest: (accountId: string) => void;
  submitMessage: SubmitMessage;
  /** Returns `sender_not_allowed`, or null. */
  senderError: (address: string, sender: Sender) => Promise<AppError | null>;
  networkOf: (ip: string) => string;
  log: Logger;
  /** The host name of this server. */
  host: string;
};

type SubmissionSession = Session & { user?: Login; sender?: Sender };
type Done = (error?: Error | null) => void;

const CONVERSATION = { authMethods: ["PLAIN", "LOGIN"], tooLate: "Log in sooner" };

/** One listener with the decisions of submission at each command. */
export class SubmissionServer extends StrictServer {
  readonly #deps: SubmissionDeps;
  readonly #shared: Shared;

  constructor(
    deps: SubmissionDeps,
    shared: Shared,
    listener: Pick<ConstructorParameters<typeof StrictServer>[0], "secure" | "certificate">,
  ) {
    super({ ...deps, ...listener, name: "submission", shared, conversation: CONVERSATION, replyFor });
    this.#deps = deps;
    this.#shared = shared;
  }

  override onAuth(
    auth: SMTPServerAuthentication,
    session: SubmissionSession,
    callback: (error: Error | null, response?: { user: Login }) => void,
  ): void {
    const { authenticate, log } = this.#deps;
    const ip = session.remoteAddress;
    logIn(auth, { ip, authenticate, limits: this.#shared.limits }).then(
      (login) => {
        const connection = this.connectionOf(session);
        if (connection?.joinAccount(login.accountId, this.#shared.caps) === false) return;
        callback(null, { user: login });
        connection?.trust();
      },
      (error: unknown) => {
        const reply = replyFor(error);
        log.info(
          { event: "submission.login_refused", ip, reply: reply.message, err: reply.cause },
          "a login failed",
        );
        callback(reply);
        this.connectionOf(session)?.countRefusedLogin();
      },
    );
  }

  override onMailFrom(address: SMTPServerAddress, session: SubmissionSession, callback: Done): void {
    this.answer(callback, async () => {
      const login = session.user;
      if (!login) throw new SmtpReply(530, "5.7.0 Log in first");
      checkParameters(address, "MAIL");
      address.address = readPath(address, { utf8: session.envelope.smtpUtf8 === true });
      // B4: a key that was revoked since the login is rejected here.
      const sender = await findSender(login, this.#deps.authenticate);
      this.#deps.takeRequest(sender.accountId);
      if (address.address !== "") orThrow(await this.#deps.senderError(address.address, sender));
      // Rejected at MAIL, so that the client does not waste time on sending the message.
      if (!this.#shared.budget.hasRoomFor(Math.max(1, declaredSize(address)), sender.accountId)) throw busy();
      session.sender = sender;
    });
  }

  override onRcptTo(address: SMTPServerAddress, session: SubmissionSession, callback: Done): void {
    this.answer(callback, async () => {
      checkParameters(address, "RCPT");
      address.address = readPath(address, { utf8: session.envelope.smtpUtf8 === true });
    });
  }

  override onData(
    stream: Readable,
    session: SubmissionSession,
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
      (error: unknown) => callback(this.replyTo(error)),
    );
  }
}
