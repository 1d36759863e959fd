import { hash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A certificate and its private key, which only the instance's secret key opens. */
export type SealedCertificate = { chain: string; private_key_sealed: Buffer; expires_at: Date };

/** The name that `nameOf` returns. */
const FILE = /^[\w-]{43}\.json$/;

/** Copies of the certificates of tracking hosts on this machine's disk, one file per host, for times without a database. */
export class CertificateFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns null if there is no readable file, or if the certificate has expired. */
  async read(host: string): Promise<SealedCertificate | null> {
    const text = await readFile(join(this.#directory, nameOf(host)), "utf8").catch(() => "null");
    const certificate = parse(text);
    return certificate && certificate.expires_at.getTime() > Date.now() ? certificate : null;
  }

  async write(host: string, { chain, private_key_sealed, expires_at }: SealedCertificate): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const path = join(this.#directory, nameOf(host));
    const key = private_key_sealed.toString("base64");
    // Several processes of a machine write the file. `wx` follows no link.
    const ownPath = `${path}.${process.pid}.new`;
    const text = JSON.stringify({ host, expires_at, chain, key });
    await rm(ownPath, { force: true });
    await writeFile(ownPath, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(ownPath, path);
  }

  /** Deletes the files of all other hosts. */
  async keepOnly(hosts: Iterable<string>): Promise<void> {
    const kept = new Set([...hosts].map(nameOf));
    for (const name of await readdir(this.#directory))
      if (FILE.test(name) && !kept.has(name)) await rm(join(this.#directory, name), { force: true });
  }
}

/** Hashed, because clients choose the host, and with the ending it could be too long for a file name. */
function nameOf(host: string): string {
  return `${hash("sha256", host, "base64url")}.json`;
}

function parse(text: string): SealedCertificate | null {
  try {
    const { chain, key, expires_at } = JSON.parse(text) as Record<string, unknown>;
    if (typeof chain !== "string" || typeof key !== "string" || typeof expires_at !== "string") return null;
    return { chain, private_key_sealed: Buffer.from(key, "base64"), expires_at: new Date(expires_at) };
  } catch {
    return null;
  }
}
