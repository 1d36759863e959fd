import { randomUUID, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { type Certificate, errorInPair, hasExpired } from "./certificate.ts";

const FILE_NAME = "smtp-certificate.json";
/** Long, because the certificate is never renewed. Clients that accept it do not check its expiry. */
const YEARS = 20;

/**
 * Returns a self-signed certificate, which protects against eavesdropping, but not against impersonation. It is created
 * once and stored in the data directory, readable only for its owner.
 */
export async function keepSelfSigned({
  dataDir,
  host,
}: {
  dataDir: string;
  host: string;
}): Promise<Certificate> {
  const path = join(dataDir, FILE_NAME);
  const stored = await readKept(path);
  if (stored && errorInPair(stored) === null && !hasExpired(stored) && isFor(stored, host)) return stored;
  const created = await makeSelfSigned(host);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(created), { mode: 0o600 });
  await rename(unfinished, path);
  return created;
}

export async function makeSelfSigned(host: string): Promise<Certificate> {
  // Loaded on demand: its ASN.1 libraries take megabytes, which a start with a stored certificate does not need.
  const { generate } = await import("selfsigned");
  const end = new Date();
  end.setFullYear(end.getFullYear() + YEARS);
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notAfterDate: end,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "subjectAltName", altNames: [isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }] },
    ],
  });
  return { cert, key };
}

async function readKept(path: string): Promise<Certificate | null> {
  try {
    const { cert, key } = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
    return typeof cert === "string" && typeof key === "string" ? { cert, key } : null;
  } catch {
    return null;
  }
}

function isFor({ cert }: Certificate, host: string): boolean {
  const leaf = new X509Certificate(cert);
  return (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined;
}
