import type { Logger, SmtpServerName } from "../telemetry/index.ts";
import { type Certificate, hasExpired } from "./certificate/certificate.ts";
import { keepSelfSigned, makeSelfSigned } from "./certificate/self-signed.ts";
import { type CertificateFiles, loadCertificate, watchCertificate } from "./certificate/watch-certificate.ts";
import { listen, type Place } from "./listen.ts";
import type { StrictServer } from "./strict-server.ts";

export type CertificateSource = {
  /** Null: self-signed, kept in `dataDir`. */
  certificateFiles: CertificateFiles | null;
  dataDir: string;
  /** Our name. */
  host: string;
};

type OpenOptions = {
  /** The first word of events. */
  name: SmtpServerName;
  source: CertificateSource;
  places: Place[];
  /** One for each place, in their order. */
  makeServers: (certificate: Certificate) => StrictServer[];
  log: Logger;
};

export type OpenServers = {
  /** In the order of the places; null where a default port was taken. */
  ports: (number | null)[];
  stop(): Promise<void>;
};

/** Opens listeners that share a certificate. Rejects when a port that was chosen is taken or a certificate cannot be used, with one line that says so. */
export async function openSmtpServers({
  name,
  source,
  places,
  makeServers,
  log,
}: OpenOptions): Promise<OpenServers> {
  const servers = makeServers(await firstCertificate(source, { name, log }));
  const stopping = new AbortController();
  const patience = { name, log, signal: stopping.signal };
  const stopServers = () => Promise.all(servers.map((server) => server.stop()));
  const ports = await Promise.all(
    servers.map((server, index) => listen(server, places[index] as Place, patience)),
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
      "made a certificate that could not be kept",
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
        "the new certificate is not used, the old one stays",
      ),
  });
}
