import { ByteBudget } from "../../../platform/memory/index.ts";
import {
  type CertificateSource,
  ConnectionCaps,
  openSmtpServers,
  type Place,
} from "../../../platform/smtp-server/index.ts";
import { type InboundLimits, inboundLimits } from "./inbound-limits.ts";
import { InboundServer, type InboundServerDeps } from "./inbound-server.ts";
import { MessageRate } from "./message-rate.ts";

export type InboundServerOptions = InboundServerDeps & {
  place: Place;
  certificate: CertificateSource;
  limits?: InboundLimits;
};

/** The listener. Rejects when a port that was chosen is taken or a certificate cannot be used, with one line that says so. */
export async function openInboundServer(
  options: InboundServerOptions,
): Promise<{ port: number | null; readonly connections: number; stop(): Promise<void> }> {
  const { log, place, limits = inboundLimits } = options;
  const caps = new ConnectionCaps({ perNetwork: limits.connectionsPerNetwork, inAll: limits.connections });
  const shared = {
    limits,
    budget: new ByteBudget(limits.bytesUnderWay),
    caps,
    rate: new MessageRate(limits.messagesPerMinute, 60_000),
  };
  const { ports, stop } = await openSmtpServers({
    name: "inbound",
    source: options.certificate,
    places: [place],
    makeServers: (certificate) => [new InboundServer(options, shared, { secure: false, certificate })],
    log,
  });
  const [port = null] = ports;
  log.info({ event: "inbound.listening", port }, "what comes back is taken");
  return {
    port,
    get connections() {
      return caps.open;
    },
    stop,
  };
}
