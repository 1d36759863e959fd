import { ByteBudget } from "../../platform/memory/index.ts";
import { type Certificate, hasExpired } from "./certificate/certificate.ts";
import { keepSelfSigned, makeSelfSigned } from "./certificate/self-signed.ts";
import { type CertificateFiles, loadCertificate, watchCertificate } from "./certificate/watch-certificate.ts";
import { listen, type Place } from "./listen.ts";
import { ConnectionCaps } from "./session/connection-caps.ts";
import { type Limits, limits as usualLimits } from "./session/limits.ts";
import { type SubmissionDeps, SubmissionServer } from "./submission-server.ts";

export type SubmissionOptions = SubmissionDeps & {
  /** STARTTLS before AUTH (RFC 6409), and TLS from the first byte (RFC 8314 §3.3). */
  starttls: Place;
  implicit: Place;
  /** Null: self-signed, kept in `dataDir`. */
  certificateFiles: CertificateFiles | null;
  dataDir: string;
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
  const { log, certificateFiles, limits = usualLimits } = options;
  const certificate = await firstCertificate(options);
  const shared = {
    limits,
    budget: new ByteBudget(limits.bytesUnderWay),
    caps: new ConnectionCaps({ perNetwork: limits.connectionsPerNetwork, inAll: limits.connections }),
  };
  const servers = [false, true].map(
    (secure) => new SubmissionServer(options, shared, { secure, certificate }),
  );
  const [starttls, implicit] = servers as [SubmissionServer, SubmissionServer];
  const stopping = new AbortController();
  const patience = { log, signal: stopping.signal };
  const [starttlsPort, implicitPort] = await Promise.all([
    listen(starttls, options.starttls, patience),
    listen(implicit, options.implicit, patience),
  ]).catch(async (error: unknown) => {
    await Promise.all(servers.map((server) => server.stop()));
    throw error;
  });
  log.info({ event: "submission.listening", starttlsPort, implicitPort }, "mail is taken");
  const unwatch = certificateFiles ? watch(certificateFiles, servers, options) : () => undefined;
  return {
    starttlsPort,
    implicitPort,
    stop: async () => {
      stopping.abort();
      unwatch();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

async function firstCertificate({
  certificateFiles,
  dataDir,
  host,
  log,
}: SubmissionOptions): Promise<Certificate> {
  if (certificateFiles) {
    const certificate = await loadCertificate(certificateFiles);
    if (hasExpired(certificate))
      log.warn({ event: "submission.certificate_expired" }, "the certificate of SMTP_TLS_CERT has expired");
    return certificate;
  }
  try {
    return await keepSelfSigned({ dataDir, host });
  } catch (error) {
    log.warn(
      { event: "submission.certificate_not_kept", err: error },
      "made a certificate that could not be kept",
    );
    return makeSelfSigned(host);
  }
}

function watch(files: CertificateFiles, servers: SubmissionServer[], { log }: SubmissionOptions): () => void {
  return watchCertificate(files, {
    onChange: (certificate) => {
      for (const server of servers) server.replaceCertificate(certificate);
      log.info({ event: "submission.certificate_changed" }, "a new certificate is in use");
    },
    onRefused: (reason) =>
      log.warn(
        { event: "submission.certificate_refused", reason },
        "the new certificate is not used, the old one stays",
      ),
  });
}
