import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";
import { ConfigError } from "../../errors/index.ts";
import { type Certificate, errorInPair, hasExpired } from "./certificate.ts";

export type CertificateFiles = { certFile: string; keyFile: string };

const POLL_MS = 2_000;

/** Throws ConfigError. */
export async function loadCertificate({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const pair = { cert: await read(certFile, "SMTP_TLS_CERT"), key: await read(keyFile, "SMTP_TLS_KEY") };
  const problem = errorInPair(pair);
  if (problem !== null) throw new ConfigError(`SMTP_TLS_CERT and SMTP_TLS_KEY cannot be used: ${problem}`);
  return pair;
}

/**
 * Calls `onChange` with the new certificate soon after certbot or cert-manager changed its files. For an invalid or expired
 * certificate, it calls `onRefused` with the reason instead, and the old certificate stays in use.
 */
export function watchCertificate(
  files: CertificateFiles,
  {
    onChange,
    onRefused,
  }: { onChange: (certificate: Certificate) => void; onRefused: (reason: string) => void },
): () => void {
  const reload = () => {
    loadCertificate(files).then(
      (certificate) => (hasExpired(certificate) ? onRefused("it has expired") : onChange(certificate)),
      (error: Error) => onRefused(error.message),
    );
  };
  const paths = [files.certFile, files.keyFile];
  // Polls the files' status, because the files may be links, and a change of a link's target causes no event.
  for (const path of paths) watchFile(path, { interval: POLL_MS, persistent: false }, reload);
  return () => {
    for (const path of paths) unwatchFile(path, reload);
  };
}

async function read(path: string, setting: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new ConfigError(`${setting} cannot be read (${(error as NodeJS.ErrnoException).code}): ${path}`);
  }
}
