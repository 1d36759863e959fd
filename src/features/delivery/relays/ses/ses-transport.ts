import { setTimeout as sleep } from "node:timers/promises";
import type { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { domainOf, needsSmtpUtf8 } from "../../../../mail/address/index.ts";
import { openSes, type SesTarget } from "../../../routing/index.ts";
import { type AttemptResult, type TransmitResult, type Untried, untried } from "../../outcome.ts";
import type { Patience, Transmission, Transport } from "../../transmit/transport.ts";
import { outcomeOfSesError } from "./ses-outcome.ts";

type Opened = { client: SESv2Client; Command: typeof SendEmailCommand };

/**
 * Sends mail through the HTTP API of Amazon SES, one request per message. Amazon accepts a message for all recipients or for none. It
 * replaces the return path, the Message-ID and the Date, so that it signs the message itself, and forwards bounces and complaints to the
 * feedback address, which is our return path.
 */
export class SesTransport implements Transport {
  readonly #target: SesTarget;
  readonly #inFlight = new Set<Promise<unknown>>();
  /** Domains of return paths that Amazon does not know as verified. Their mail is sent without a feedback address. */
  readonly #unverified = new Set<string>();
  #opened: Promise<Opened> | null = null;
  #isClosing = false;

  constructor(target: SesTarget) {
    this.#target = target;
  }

  async transmit(transmission: Transmission): Promise<TransmitResult[]> {
    if (this.#isClosing) return giveBack(transmission, "closing");
    const sending = this.#send(transmission);
    this.#inFlight.add(sending);
    return await sending.finally(() => this.#inFlight.delete(sending));
  }

  async close({ graceMs }: Patience): Promise<void> {
    this.#isClosing = true;
    const ended = Promise.allSettled(this.#inFlight);
    await (graceMs === null ? ended : Promise.race([ended, sleep(graceMs, undefined, { ref: false })]));
    await this.#opened?.then(({ client }) => client.destroy());
  }

  async #send(transmission: Transmission): Promise<TransmitResult[]> {
    const { envelope, render, maySendFinalDot } = transmission;
    const unwritable = envelope.recipients.find(needsSmtpUtf8);
    if (unwritable !== undefined) return all(envelope.recipients, CANNOT_WRITE);
    const data = await render("relay");
    const { client, Command } = await this.#open();
    // Before `maySendFinalDot`, which may be called once, because a successor may send the message.
    if (this.#isClosing) return giveBack(transmission, "closing");
    if (!(await maySendFinalDot())) return giveBack(transmission, "withheld");
    const { configurationSet } = this.#target;
    const request = {
      Content: { Raw: { Data: data } },
      Destination: { ToAddresses: envelope.recipients },
      ...(configurationSet !== null && { ConfigurationSetName: configurationSet }),
    };
    const withFeedback = this.#hasFeedback(envelope.from)
      ? { ...request, FeedbackForwardingEmailAddress: envelope.from }
      : request;
    const result = await client
      .send(new Command(withFeedback))
      .catch((error: unknown) => {
        if (withFeedback === request || !isUnverified(error, envelope.from)) throw error;
        this.#unverified.add(domainOf(envelope.from));
        return client.send(new Command(request));
      })
      .then(accepted, outcomeOfSesError);
    return all(envelope.recipients, { ...result, host: hostOf(this.#target) });
  }

  #hasFeedback(from: string): boolean {
    return from !== "" && !needsSmtpUtf8(from) && !this.#unverified.has(domainOf(from));
  }

  /** If loading fails for lack of files or memory, the next message tries again. */
  #open(): Promise<Opened> {
    this.#opened ??= open(this.#target).catch((error: unknown) => {
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }
}

function accepted({ MessageId: id = "" }: { MessageId?: string | undefined }): AttemptResult {
  const acceptedAs = id === "" ? {} : { accepted_as: id };
  return { kind: "delivered", reason: `Amazon SES accepted it as ${id}.`, phase: "dot", ...acceptedAs };
}

/** MessageRejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: b…@bounces.shop.example */
function isUnverified(error: unknown, address: string): boolean {
  return error instanceof Error && error.name === "MessageRejected" && error.message.includes(address);
}

async function open(target: SesTarget): Promise<Opened> {
  const [client, { SendEmailCommand: Command }] = await Promise.all([
    openSes(target),
    import("@aws-sdk/client-sesv2"),
  ]);
  return { client, Command };
}

function hostOf({ endpoint, region }: SesTarget): string {
  return endpoint === null ? `email.${region}.amazonaws.com` : new URL(endpoint).host;
}

function giveBack({ envelope }: Transmission, why: Untried["why"]): Untried[] {
  return envelope.recipients.map(() => untried(why));
}

function all(recipients: string[], result: AttemptResult): AttemptResult[] {
  return recipients.map(() => ({ ...result }));
}

const CANNOT_WRITE: AttemptResult = {
  kind: "bounced",
  phase: "rcpt",
  enhanced: "5.6.7",
  reason: "Amazon SES does not accept addresses with a non-ASCII local part.",
};
