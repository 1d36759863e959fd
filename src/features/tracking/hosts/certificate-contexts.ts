import { createSecureContext, type SecureContext } from "node:tls";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { type Repetition, repeat } from "../../../platform/jobs/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { CertificateFiles, type SealedCertificate } from "./certificate-files.ts";
import { findCertificate, listCertificates, loadCertificates } from "./certificate-queries.ts";
import { openCertificateKey } from "./order-certificates.ts";

/** All nodes use a renewed certificate after this time. The query reads no chains, and one every ten seconds costs nothing. */
const SYNC_EVERY_MS = 10_000;
/** A name without a certificate is looked up at most this often. */
const LOOK_UP_EVERY_MS = 10_000;
/** On the disk, with about 4 kB each. Above the limit, the certificates that were issued last are kept. */
const MAX_HOSTS = 10_000;
/** In memory. Clients choose the names, and a context takes much more than the file that it can be read from. */
const MAX_CONTEXTS = 1_000;
const BATCH = 100;

type Options = { database: Database; secrets: Pick<InstanceSecrets, "open">; directory: string };

/**
 * Certificates of tracking hosts, ready for use. Those on the disk are used without a query, so links open while the database is down, also
 * after a restart. The database is asked only about other names.
 */
export class CertificateContexts {
  readonly #database: Database;
  readonly #secrets: Options["secrets"];
  readonly #files: CertificateFiles;
  /** The one that was used last is at the end. */
  readonly #contexts = new Map<string, { context: SecureContext; expiresAt: number }>();
  /** The expiry of the certificate that this process has written for each host. */
  readonly #written = new Map<string, number>();
  readonly #lookUps: ShortCache<string, SealedCertificate | null>;
  #syncing: Repetition<void> | null = null;

  constructor({ database, secrets, directory }: Options) {
    this.#database = database;
    this.#secrets = secrets;
    this.#files = new CertificateFiles(directory);
    this.#lookUps = new ShortCache({
      load: (host: string) => findCertificate(database, host),
      ttlMs: LOOK_UP_EVERY_MS,
      maxEntries: MAX_CONTEXTS,
    });
  }

  start(): void {
    // While the database is unavailable, the certificates are unchanged.
    this.#syncing = repeat(() => this.#sync().catch(() => undefined), SYNC_EVERY_MS);
  }

  stop(): void {
    this.#syncing?.stop();
  }

  async of(host: string): Promise<SecureContext | null> {
    const ready =
      this.#contexts.get(host) ??
      this.#open(await this.#files.read(host)) ??
      this.#open(await this.#lookUps.get(host));
    if (!ready) return null;
    this.#contexts.delete(host);
    this.#contexts.set(host, ready);
    const [oldest] = this.#contexts.keys();
    if (oldest !== undefined && this.#contexts.size > MAX_CONTEXTS) this.#contexts.delete(oldest);
    return ready.context;
  }

  /** Returns null for a certificate that cannot be used, such as that of a file from the time of another secret key. */
  #open(certificate: SealedCertificate | null) {
    const key = certificate && openCertificateKey(this.#secrets, certificate.private_key_sealed);
    if (!certificate || !key) return null;
    try {
      const context = createSecureContext({ cert: certificate.chain, key, minVersion: "TLSv1.2" });
      return { context, expiresAt: certificate.expires_at.getTime() };
    } catch {
      return null;
    }
  }

  /** Brings the files up to date, and forgets the contexts of certificates that were renewed. */
  async #sync(): Promise<void> {
    const listed = await listCertificates(this.#database, MAX_HOSTS);
    const current = new Map(listed.map(({ host, expires_at }) => [host, expires_at.getTime()]));
    const changed = [...current.keys()].filter((host) => this.#written.get(host) !== current.get(host));
    for (let begin = 0; begin < changed.length; begin += BATCH)
      for (const certificate of await loadCertificates(this.#database, changed.slice(begin, begin + BATCH)))
        await this.#write(certificate);
    // The directory may be missing.
    await this.#files.keepOnly(current.keys()).catch(() => undefined);
    for (const host of this.#written.keys()) if (!current.has(host)) this.#written.delete(host);
    for (const [host, { expiresAt }] of this.#contexts)
      if (current.get(host) !== expiresAt) this.#contexts.delete(host);
  }

  /** If the disk is full, the next sync tries again. */
  async #write({ host, ...certificate }: SealedCertificate & { host: string }): Promise<void> {
    try {
      await this.#files.write(host, certificate);
      this.#written.set(host, certificate.expires_at.getTime());
    } catch {
      this.#written.delete(host);
    }
  }
}
