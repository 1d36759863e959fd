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
  /** Whether no more is taken before some of it has been read. */
  isFull: () => boolean;
  /** The same for reports and mail to the operator, from one network. */
  isFullOfOpen: (network: string) => boolean;
  /** A recipient that is not here. */
  onRefused: (why: "unknown" | "forged" | "expired") => void;
  networkOf: (ip: string) => string;
  log: Logger;
  /** Our name. */
  host: string;
};

export type InboundShared = Shared & { limits: InboundLimits; rate: MessageRate };

type InboundSession = Session & { mailboxes?: Map<string, Mailbox["kind"]> };
type Done = (error?: Error | null) => void;

const conversation = { authMethods: [], tooLate: "Name a recipient sooner" };
const replyFor = createReplyFor(new Map());
/** The same for all that are not here, so that nobody learns which once were (G14, D20). */
const noSuchMailbox = () => new SmtpReply(550, "5.1.1 No such mailbox here");

/** The listener for what comes back. Who is not here is refused at RCPT, and never answered later. */
export class InboundServer extends StrictServer {
  readonly #deps: InboundServerDeps;
  readonly #shared: InboundShared;

  constructor(
    deps: InboundServerDeps,
    shared: InboundShared,
    listener: Pick<ConstructorParameters<typeof StrictServer>[0], "secure" | "certificate">,
  ) {
    super({ ...deps, ...listener, name: "inbound", shared, conversation, replyFor });
    this.#deps = deps;
    this.#shared = shared;
  }

  /** Whoever writes: a bounce comes from nobody (RFC 5321 §4.5.5), and of others the name proves nothing. */
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
      // Beside a return path, a report would be read before the bounces of others.
      line: [...kinds].every(isSigned) ? ("signed" as const) : ("open" as const),
      network: this.#deps.networkOf(session.remoteAddress),
    };
    receiveMessage(stream, transaction, { ...this.#deps, ...this.#shared }).then(
      (text) => callback(null, text ?? undefined),
      (error: unknown) => callback(this.replyTo(error)),
    );
  }
}

/** Only who had mail of ours knows such an address. */
function isSigned(kind: Mailbox["kind"] | undefined): boolean {
  return kind === "return-path" || kind === "unsubscribe";
}

/** Null: no mailbox of ours is written so. */
function readRecipient(address: SMTPServerAddress, session: InboundSession): string | null {
  if (address.address.toLowerCase() === "postmaster") return address.address;
  try {
    return readPath(address, { utf8: session.envelope.smtpUtf8 === true });
  } catch {
    return null;
  }
}
