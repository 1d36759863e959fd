import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReturnPaths } from "../../src/features/delivery/route/return-paths.ts";
import { Mailboxes } from "../../src/features/inbound/mailboxes.ts";
import { INBOUND_LIMITS, type InboundLimits } from "../../src/features/inbound/smtp-server/inbound-limits.ts";
import { openInboundServer } from "../../src/features/inbound/smtp-server/open-inbound-server.ts";
import type { InboundMessage } from "../../src/features/inbound/smtp-server/receive-message.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../src/platform/secrets/index.ts";
import { createLogger } from "../../src/platform/telemetry/index.ts";
import { connectRaw, type RawSmtp } from "./raw-smtp.ts";

export const OUR_DOMAIN = "bounces.posthouse.test";
export const testSecrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
export const testReturnPaths = new ReturnPaths({ secrets: testSecrets });

/** The return path of an arbitrary recipient. */
export function someReturnPath(): string {
  const path = { accountNumber: 1, emailId: newId(), position: 0 };
  return testReturnPaths.addressFor({ ...path, domain: OUR_DOMAIN });
}

type Given = {
  change?: Partial<InboundLimits>;
  store?: (message: InboundMessage) => Promise<void>;
  isOurDomain?: (domain: string) => Promise<boolean>;
  wasOurDomain?: (domain: string) => Promise<boolean>;
  isFull?: () => boolean;
  isFullOfOpen?: (network: string) => boolean;
  networkOf?: (ip: string) => string;
};

/** The inbound server on a free port, with a recorder behind it: for tests of the SMTP conversation. */
export async function startTestInboundServer(given: Given = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "inbound-"));
  const messages: InboundMessage[] = [];
  const refused: string[] = [];
  const server = await openInboundServer({
    place: { host: "127.0.0.1", port: 0, isChosen: true, setting: "INBOUND_PORT" },
    certificate: { certificateFiles: null, dataDir, host: "in.test" },
    host: "in.test",
    mailboxes: new Mailboxes({
      returnPaths: testReturnPaths,
      isUnsubscribeToken: (token) => token === "-known",
      isOurDomain: given.isOurDomain ?? (async (domain) => domain === OUR_DOMAIN),
      wasOurDomain: given.wasOurDomain ?? (async () => false),
    }),
    storeMessage: async (message) => {
      await given.store?.(message);
      messages.push(message);
    },
    isFull: given.isFull ?? (() => false),
    isFullOfOpen: given.isFullOfOpen ?? (() => false),
    onRefused: (why) => void refused.push(why),
    networkOf: given.networkOf ?? ((ip) => ip),
    log: createLogger("silent", "inbound"),
    limits: { ...INBOUND_LIMITS, ...given.change },
  });
  return {
    port: server.port as number,
    messages,
    refused,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Connects and reads the greeting. */
export async function greetInbound(port: number, from?: string): Promise<RawSmtp> {
  const client = await connectRaw(port, from);
  const greeting = await client.reply();
  if (!greeting.startsWith("220")) throw new Error(`not greeted: ${greeting}`);
  await client.say("EHLO mx.elsewhere.test");
  return client;
}

/** Runs a transaction; returns the last reply, or the first refusal. */
export async function deliverInbound(
  client: RawSmtp,
  { from = "", to, message }: { from?: string; to: string[]; message: string | Buffer },
): Promise<string> {
  for (const line of [`MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), "DATA"]) {
    const reply = await client.say(line);
    if (!/^[23]/.test(reply)) return reply;
  }
  client.write(message);
  client.write("\r\n.\r\n");
  return await client.reply();
}
