import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Certificate, errorInPair, hasExpired } from "./certificate.ts";

export type CertificateFiles = { certFile: string; keyFile: string };

/** The files of a setting cannot be used; the message is one line. */
class CertificateError extends Error {
  override name = "ConfigError";
}

const lookEveryMs = 2_000;

/** Throws CertificateError. */
export async function loadCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const pair = { cert: await read(certFile, "SMTP_TLS_CERT"), key: await read(keyFile, "SMTP_TLS_KEY") };
  const problem = errorInPair(pair);
  if (problem !== null)
    throw new CertificateError(`SMTP_TLS_CERT and SMTP_TLS_KEY cannot be used: ${problem}`);
  return pair;
}

/**
 * Calls back with a new certificate soon after its files changed (certbot, cert-manager). One that cannot be used, or is over
 * already, is left alone: `onRefused` is told why, and the old one stays.
 */
export function watchCertificate(
  files: CertificateFiles,
  {
    onChange,
    onRefused,
  }: { onChange: (certificate: Certificate) => void; onRefused: (reason: string) => void },
): () => void {
  const look = () => {
    loadCertificate(files).then(
      (certificate) => (hasExpired(certificate) ? onRefused("it has expired") : onChange(certificate)),
      (error: Error) => onRefused(error.message),
    );
  };
  const paths = [files.certFile, files.keyFile];
  // By asking for its state: the files may be links that are turned to others, which no event tells.
  for (const path of paths) watchFile(path, { interval: lookEveryMs, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}

async function read(path: string, setting: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CertificateError(
      `${setting} cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`,
    );
  }
}
