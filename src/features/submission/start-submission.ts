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
  /** Null where a default port was taken. */
  starttlsPort: number | null;
  implicitPort: number | null;
  stop(): Promise<void>;
};

/** Both listeners. Rejects when a port that was chosen is taken or a certificate cannot be used, with one line that says so. */
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
  log.info({ event: "submission.listening", starttlsPort, implicitPort }, "mail is taken");
  return { starttlsPort, implicitPort, stop };
}
