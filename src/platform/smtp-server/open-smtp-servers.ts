import type { Logger, SmtpServerName } from "../telemetry/index.ts";
import { type Certificate, hasExpired } from "./certificate/certificate.ts";
import { keepSelfSigned, makeSelfSigned } from "./certificate/self-signed.ts";
import { type CertificateFiles, loadCertificate, watchCertificate } from "./certificate/watch-certificate.ts";
import { listen, type Place } from "./listen.ts";
import type { StrictServer } from "./strict-server.ts";

export type CertificateSource = {
  /** Null: a self-signed certificate, stored in `dataDir`. */
  certificateFiles: CertificateFiles | null;
  dataDir: string;
  /** Our host name. */
  host: string;
};

type OpenOptions = {
  /** The prefix of event names. */
  name: SmtpServerName;
  source: CertificateSource;
  places: Place[];
  /** One per place, in the same order. */
  makeServers: (certificate: Certificate) => StrictServer[];
  log: Logger;
};

export type OpenServers = {
  /** The port of each place, in the same order. Null: the default port was unavailable. */
  ports: (number | null)[];
  stop(): Promise<void>;
};

/**
 * Opens listeners that share a certificate. Rejects with a one-line error when a chosen port is in use or a certificate
 * cannot be used.
 */
export async function openSmtpServers({
  name,
  source,
  places,
  makeServers,
  log,
}: OpenOptions): Promise<OpenServers> {
  const servers = makeServers(await firstCertificate(source, { name, log }));
  const stopping = new AbortController();
  const options = { name, log, signal: stopping.signal };
  const stopServers = () => Promise.all(servers.map((server) => server.stop()));
  const ports = await Promise.all(
    servers.map((server, index) => listen(server, places[index] as Place, options)),
  ).catch(async (error: unknown) => {
    await stopServers();
    throw error;
  });
  const { certificateFiles } = source;
  const unwatch = certificateFiles ? watch(certificateFiles, servers, { name, log }) : () => undefined;
  return {
    ports,
    stop: async () => {
      stopping.abort();
      unwatch();
      await stopServers();
    },
  };
}

type Naming = { name: SmtpServerName; log: Logger };

async function firstCertificate(
  { certificateFiles, dataDir, host }: CertificateSource,
  { name, log }: Naming,
): Promise<Certificate> {
  if (certificateFiles) {
    const certificate = await loadCertificate(certificateFiles);
    if (hasExpired(certificate))
      log.warn({ event: `${name}.certificate_expired` }, "the certificate of SMTP_TLS_CERT has expired");
    return certificate;
  }
  try {
    return await keepSelfSigned({ dataDir, host });
  } catch (error) {
    log.warn(
      { event: `${name}.certificate_not_kept`, err: error },
      "created a certificate that could not be stored",
    );
    return makeSelfSigned(host);
  }
}

function watch(files: CertificateFiles, servers: StrictServer[], { name, log }: Naming): () => void {
  return watchCertificate(files, {
    onChange: (certificate) => {
      for (const server of servers) server.replaceCertificate(certificate);
      log.info({ event: `${name}.certificate_changed` }, "a new certificate is in use");
    },
    onRefused: (reason) =>
      log.warn(
        { event: `${name}.certificate_refused`, reason },
        "the new certificate cannot be used, the old one stays in use",
      ),
  });
}
