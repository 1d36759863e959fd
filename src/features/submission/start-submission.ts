import { ByteBudget } from "../../platform/memory/index.ts";
import {
  type CertificateSource,
  ConnectionCaps,
  limits as defaultLimits,
  type Limits,
  openSmtpServers,
  type Place,
} from "../../platform/smtp-server/index.ts";
import { type SubmissionDeps, SubmissionServer } from "./submission-server.ts";

export type SubmissionOptions = SubmissionDeps &
  CertificateSource & {
    /** STARTTLS before AUTH (RFC 6409), and TLS from the first byte (RFC 8314 §3.3). */
    starttls: Place;
    implicit: Place;
    limits?: Limits;
  };

export type Submission = {
  /** Null if a default port was in use. */
  starttlsPort: number | null;
  implicitPort: number | null;
  stop(): Promise<void>;
};

/** Starts both listeners. Rejects with a one-line error when a configured port is in use or a certificate is unusable. */
export async function startSubmission(options: SubmissionOptions): Promise<Submission> {
  const { log, limits = defaultLimits } = options;
  const shared = {
    limits,
    budget: new ByteBudget(limits.bytesUnderWay),
    caps: new ConnectionCaps({
      perNetwork: limits.connectionsPerNetwork,
      perAccount: limits.connectionsPerAccount,
      inAll: limits.connections,
    }),
  };
  const { ports, stop } = await openSmtpServers({
    name: "submission",
    source: options,
    places: [options.starttls, options.implicit],
    makeServers: (certificate) =>
      [false, true].map((secure) => new SubmissionServer(options, shared, { secure, certificate })),
    log,
  });
  const [starttlsPort = null, implicitPort = null] = ports;
  log.info({ event: "submission.listening", starttlsPort, implicitPort }, "accepting mail for submission");
  return { starttlsPort, implicitPort, stop };
}
