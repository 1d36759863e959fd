import { randomUUID, X509Certificate } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { type Certificate, errorInPair, hasExpired } from "./certificate.ts";

const fileName = "smtp-certificate.json";
/** Nobody checks its end, and nobody renews it. */
const years = 20;

/**
 * A certificate that this machine vouches for itself: enough against listeners, not against impostors. Made once and kept in the
 * data directory, readable for its owner alone.
 */
export async function keepSelfSigned({
  dataDir,
  host,
}: {
  dataDir: string;
  host: string;
}): Promise<Certificate> {
  const path = join(dataDir, fileName);
  const kept = await readKept(path);
  if (kept && errorInPair(kept) === null && !hasExpired(kept) && isFor(kept, host)) return kept;
  const made = await makeSelfSigned(host);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(made), { mode: 0o600 });
  await rename(unfinished, path);
  return made;
}

export async function makeSelfSigned(host: string): Promise<Certificate> {
  // Its libraries for ASN.1 take megabytes, which a start that has a certificate does not need.
  const { generate } = await import("selfsigned");
  const end = new Date();
  end.setFullYear(end.getFullYear() + years);
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
  const own = new X509Certificate(cert);
  return (isIP(host) ? own.checkIP(host) : own.checkHost(host)) !== undefined;
}
