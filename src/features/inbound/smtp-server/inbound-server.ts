import type { Readable } from "node:stream";
import type { SMTPServerAddress } from "smtp-server";
import {
  busy,
  checkParameters,
  createReplyFor,
  declaredSize,
  readPath,
  type Session,
  type Shared,
  SmtpReply,
  StrictServer,
} from "../../../platform/smtp-server/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import { isMailbox, type Mailbox, type Mailboxes } from "../mailboxes.ts";
import type { InboundLimits } from "./inbound-limits.ts";
import type { MessageRate } from "./message-rate.ts";
import { receiveMessage, type StoreMessage } from "./receive-message.ts";

export type InboundServerDeps = {
  mailboxes: Mailboxes;
  storeMessage: StoreMessage;
  /** True while too much mail waits to be read. */
  isFull: () => boolean;
  /** The same check for reports and operator mail from one network. */
  isFullOfOpen: (network: string) => boolean;
  /** Called for each rejected recipient. */
  onRefused: (reason: "unknown" | "forged" | "expired") => void;
  networkOf: (ip: string) => string;
  log: Logger;
  /** Our name in the greeting. */
  host: string;
};

export type InboundShared = Shared & { limits: InboundLimits; rate: MessageRate };

type InboundSession = Session & { mailboxes?: Map<string, Mailbox["kind"]> };
type Done = (error?: Error | null) => void;

const CONVERSATION = { authMethods: [], tooLate: "Name a recipient sooner" };
const replyFor = createReplyFor(new Map());
/** The same reply for every unknown address, so that a client cannot learn which ones existed (G14, D20). */
const noSuchMailbox = () => new SmtpReply(550, "5.1.1 No such mailbox here");

/** SMTP server for inbound mail. Unknown recipients are rejected at RCPT; the server never sends a bounce later. */
export class InboundServer extends StrictServer {
  readonly #deps: InboundServerDeps;
  readonly #shared: InboundShared;

  constructor(
    deps: InboundServerDeps,
    shared: InboundShared,
    listener: Pick<ConstructorParameters<typeof StrictServer>[0], "secure" | "certificate">,
  ) {
    super({ ...deps, ...listener, name: "inbound", shared, conversation: CONVERSATION, replyFor });
    this.#deps = deps;
    this.#shared = shared;
  }

  /** Accepts any sender: bounces have a null sender (RFC 5321 §4.5.5), and other senders' addresses prove nothing. */
  override onMailFrom(address: SMTPServerAddress, session: InboundSession, callback: Done): void {
    this.answer(callback, async () => {
      checkParameters(address, "MAIL");
      const { budget, rate, limits } = this.#shared;
      const network = this.#deps.networkOf(session.remoteAddress);
      const keptBytes = Math.min(limits.headBytes, Math.max(1, declaredSize(address)));
      if (this.#deps.isFull() || !budget.hasRoomFor(keptBytes, network)) throw busy();
      if (!rate.take(network))
        throw new SmtpReply(451, "4.7.1 Too many messages from your network; try again in a minute");
      session.mailboxes = new Map();
    });
  }

  override onRcptTo(address: SMTPServerAddress, session: InboundSession, callback: Done): void {
    this.answer(callback, async () => {
      checkParameters(address, "RCPT");
      const path = readRecipient(address, session);
      const found = path === null ? { kind: "unknown" as const } : await this.#deps.mailboxes.find(path);
      if (!isMailbox(found)) {
        this.#deps.onRefused(found.kind);
        throw noSuchMailbox();
      }
      if (!isSigned(found.kind) && this.#deps.isFullOfOpen(this.#deps.networkOf(session.remoteAddress)))
        throw new SmtpReply(451, "4.7.1 Too much unread mail from your network; try again later");
      address.address = path as string;
      session.mailboxes?.set(address.address, found.kind);
      this.connectionOf(session)?.trust();
    });
  }

  override onData(
    stream: Readable,
    session: InboundSession,
    callback: (error?: Error | null, message?: string) => void,
  ): void {
    const { envelope } = session;
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const kinds = new Set(recipients.map((address) => session.mailboxes?.get(address)));
    const transaction = {
      envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : "",
      recipients,
      clientIp: session.remoteAddress,
      helo: String(session.hostNameAppearsAs),
      isReport: kinds.has("reports"),
      // One open recipient makes the message open: a report must not use a return path to overtake bounces.
      line: [...kinds].every(isSigned) ? ("signed" as const) : ("open" as const),
      network: this.#deps.networkOf(session.remoteAddress),
    };
    receiveMessage(stream, transaction, { ...this.#deps, ...this.#shared }).then(
      (text) => callback(null, text ?? undefined),
      (error: unknown) => callback(this.replyTo(error)),
    );
  }
}

/** True for addresses with our token, which only recipients of our mail know. */
function isSigned(kind: Mailbox["kind"] | undefined): boolean {
  return kind === "return-path" || kind === "unsubscribe";
}

/** Returns null when the path is invalid. */
function readRecipient(address: SMTPServerAddress, session: InboundSession): string | null {
  if (address.address.toLowerCase() === "postmaster") return address.address;
  try {
    return readPath(address, { utf8: session.envelope.smtpUtf8 === true });
  } catch {
    return null;
  }
}
