import { ByteBudget } from "../../../platform/memory/index.ts";
import {
  type CertificateSource,
  ConnectionCaps,
  openSmtpServers,
  type Place,
} from "../../../platform/smtp-server/index.ts";
import { INBOUND_LIMITS, type InboundLimits } from "./inbound-limits.ts";
import { InboundServer, type InboundServerDeps } from "./inbound-server.ts";
import { MessageRate } from "./message-rate.ts";

export type InboundServerOptions = InboundServerDeps & {
  place: Place;
  certificate: CertificateSource;
  limits?: InboundLimits;
};

/** Starts the listener. Rejects with a one-line message when a configured port is in use or a certificate cannot be used. */
export async function openInboundServer(
  options: InboundServerOptions,
): Promise<{ port: number | null; readonly connections: number; stop(): Promise<void> }> {
  const { log, place, limits = INBOUND_LIMITS } = options;
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
  log.info({ event: "inbound.listening", port }, "accepting inbound mail");
  return {
    port,
    get connections() {
      return caps.open;
    },
    stop,
  };
}
