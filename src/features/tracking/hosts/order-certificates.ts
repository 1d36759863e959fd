import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { AcmeClient, AcmeError } from "../../../platform/acme/index.ts";
import type { Database, Db } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import {
  claimDueCertificate,
  deleteAcmeAccount,
  deleteCertificate,
  type FailedOrder,
  keepAcmeAccount,
  listAcmeAccounts,
  listSealedCertificates,
  putChallenge,
  removeChallenge,
  saveCertificate,
  saveFailedOrder,
} from "./certificate-queries.ts";

const ACCOUNT_PURPOSE = "ACME account";
const KEY_PURPOSE = "tracking certificate";
/** Certificates are renewed when a third of their time is left, as authorities recommend. */
const RENEW_AT = 2 / 3;
/** Let's Encrypt allows five failed orders for a host per hour. Hosts that lead elsewhere for good are seldom tried. */
const RETRY_SECONDS = { first: 3_600, max: 86_400 };
/** When a user asks for a check, because they may have fixed the host. With RETRY_SECONDS, this makes fewer than five orders per hour. */
export const RETRY_ON_CHECK_MINUTES = 15;
const PER_RUN = 10;
const CAA = "urn:ietf:params:acme:error:caa";

export type CertificateDeps = {
  database: Database;
  log: Logger;
  secrets: Pick<InstanceSecrets, "seal" | "open">;
  /** Null: the operator's proxy has the certificates. */
  acme: { directory: string; contact: string | null; ca?: string | undefined } | null;
};

/** Orders certificates for hosts that have none, and renews certificates that expire soon. */
export async function orderDueCertificates(deps: CertificateDeps, signal?: AbortSignal): Promise<void> {
  if (deps.acme === null) return;
  let client: AcmeClient | null = null;
  for (let ordered = 0; ordered < PER_RUN && !signal?.aborted; ordered += 1) {
    const host = await claimDueCertificate(deps.database);
    if (host === null) return;
    client ??= await openClient(deps, deps.acme);
    await orderOne(deps, client, host);
  }
}

async function openClient(
  { database, secrets }: CertificateDeps,
  acme: NonNullable<CertificateDeps["acme"]>,
): Promise<AcmeClient> {
  const sealed = await keepAcmeAccount(
    database,
    acme.directory,
    secrets.seal(ACCOUNT_PURPOSE, Buffer.from(newKey())),
  );
  const key = secrets.open(ACCOUNT_PURPOSE, sealed);
  if (!key) throw new Error("the key of the ACME account was encrypted with another secret key");
  return new AcmeClient({ ...acme, accountKey: key.toString() });
}

async function orderOne(
  { database, log, secrets }: CertificateDeps,
  client: AcmeClient,
  host: string,
): Promise<void> {
  const key = newKey();
  try {
    const chain = await client.order(host, key, {
      put: (token, response) => putChallenge(database, token, response),
      remove: (token) => removeChallenge(database, token),
    });
    const { validFromDate, validToDate } = new X509Certificate(chain);
    const renewAt = validFromDate.getTime() + (validToDate.getTime() - validFromDate.getTime()) * RENEW_AT;
    await saveCertificate(database, host, {
      chain,
      private_key_sealed: secrets.seal(KEY_PURPOSE, Buffer.from(key)),
      expires_at: validToDate,
      due_at: new Date(renewAt),
    });
    log.info({ event: "tracking.certificate_issued", host }, "a tracking host has a new certificate");
  } catch (error) {
    await saveFailedOrder(database, host, {
      problem: problemOfOrder(host, error),
      retrySeconds: RETRY_SECONDS,
    });
    log.warn(
      { event: "tracking.certificate_failed", host, err: error },
      "no certificate was issued for a tracking host",
    );
  }
}

/** Returns the authority's explanation, and what to do if a CAA record forbids the certificate (RFC 8555 §6.7). Pure. */
export function problemOfOrder(host: string, error: unknown): string {
  const problem = `No certificate could be issued for ${host}:`;
  if (!(error instanceof AcmeError)) return `${problem} the certificate authority cannot be reached`;
  if (error.type !== CAA) return `${problem} ${error.message}`;
  return `${problem} a CAA record in the DNS forbids it (${error.message}). Allow the certificate authority there, for example with 0 issue "letsencrypt.org".`;
}

/** The problem of a failed order as users see it, with the time of the next try. Pure. */
export function wordsOfFailedOrder({ problem, dueAt, isWanted }: FailedOrder, now = new Date()): string {
  const sentence = problem.endsWith(".") ? problem : `${problem}.`;
  if (!isWanted) return `${sentence} The next try follows when the CNAME record of the host is found.`;
  if (dueAt <= now) return `${sentence} The next try begins within a minute.`;
  const [day, time] = [dueAt.toISOString().slice(0, 10), dueAt.toISOString().slice(11, 16)];
  return `${sentence} The next try is on ${day} at ${time} UTC. If you have fixed the problem, check the host: Posthouse then tries again, at most every ${RETRY_ON_CHECK_MINUTES} minutes.`;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}

/** The private key of a stored certificate. */
export function openCertificateKey(secrets: Pick<InstanceSecrets, "open">, sealed: Buffer): string | null {
  return secrets.open(KEY_PURPOSE, sealed)?.toString() ?? null;
}

/**
 * After the instance got another secret key: deletes certificates and accounts at authorities whose keys cannot be opened any more, so
 * that new ones are ordered. Returns how many certificates were deleted.
 */
export async function forgetSealedCertificates(
  db: Db,
  secrets: Pick<InstanceSecrets, "open">,
): Promise<number> {
  const certificates = await listSealedCertificates(db);
  const lost = certificates.filter(({ sealed }) => openCertificateKey(secrets, sealed) === null);
  for (const { host } of lost) await deleteCertificate(db, host);
  for (const { directory, sealed } of await listAcmeAccounts(db))
    if (secrets.open(ACCOUNT_PURPOSE, sealed) === null) await deleteAcmeAccount(db, directory);
  return lost.length;
}
