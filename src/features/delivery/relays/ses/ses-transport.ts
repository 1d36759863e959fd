import { setTimeout as sleep } from "node:timers/promises";
import type { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { needsSmtpUtf8 } from "../../../../mail/address/index.ts";
import { openSes, type SesTarget } from "../../../routing/index.ts";
import { type AttemptResult, type TransmitResult, untried } from "../../outcome.ts";
import type { Transmission, Transport } from "../../transmit/transport.ts";
import { outcomeOfSesError } from "./ses-outcome.ts";

type Opened = { client: SESv2Client; Command: typeof SendEmailCommand };

/**
 * Sends mail through the HTTP API of Amazon SES, one request per message. Amazon accepts a message for all recipients or for none. The
 * return path is Amazon's own, so bounces go to Amazon and not to us.
 */
export function createSesTransport(target: SesTarget): Transport {
  let opened: Promise<Opened> | null = null;
  const inFlight = new Set<Promise<unknown>>();

  async function send({ envelope, render, maySendFinalDot }: Transmission): Promise<TransmitResult[]> {
    const unwritable = envelope.recipients.find(needsSmtpUtf8);
    if (unwritable !== undefined) return all(envelope.recipients, cannotWrite);
    const data = await render();
    // If loading fails for lack of files or memory, the next message tries again.
    opened ??= open(target).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    const { client, Command } = await opened;
    if (!(await maySendFinalDot())) return envelope.recipients.map(() => untried("withheld"));
    const command = new Command({
      Content: { Raw: { Data: data } },
      Destination: { ToAddresses: envelope.recipients },
      ...(target.configurationSet !== null && { ConfigurationSetName: target.configurationSet }),
    });
    const host = hostOf(target);
    const result = await client.send(command).then(
      ({ MessageId: id }) => ({
        kind: "delivered" as const,
        reason: `Amazon SES accepted it as ${id}.`,
        phase: "dot",
      }),
      (error: unknown) => outcomeOfSesError(error),
    );
    return all(envelope.recipients, { ...result, host });
  }

  return {
    transmit: async (transmission) => {
      const sending = send(transmission);
      inFlight.add(sending);
      return await sending.finally(() => inFlight.delete(sending));
    },
    close: async ({ graceMs }) => {
      const ended = Promise.allSettled(inFlight);
      await (graceMs === null ? ended : Promise.race([ended, sleep(graceMs, undefined, { ref: false })]));
      await opened?.then(({ client }) => client.destroy());
    },
  };
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

function all(recipients: string[], result: AttemptResult): AttemptResult[] {
  return recipients.map(() => ({ ...result }));
}

const cannotWrite: AttemptResult = {
  kind: "bounced",
  phase: "rcpt",
  enhanced: "5.6.7",
  reason: "Amazon SES does not accept addresses with a non-ASCII local part.",
};
