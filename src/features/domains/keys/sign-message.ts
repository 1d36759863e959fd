import { readPrivateKey, type SigningKey, signMessage } from "../../../mail/dkim/index.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { isOk } from "../records/finding.ts";
import { keyRecordId, selectorOf } from "../records/key-records.ts";
import { readSenderKey, senderKey } from "../sending/sender-key.ts";
import { sealedFor } from "./make-keys.ts";
import { loadActiveKeys } from "./queries.ts";

/** A rotation counts on every node after this time; keys of before are looked up for days. */
const keysTtlMs = 10_000;
const maxCachedDomains = 10_000;

export type SignMessage = (
  email: {
    accountId: string;
    /** Of the address in From. */
    fromDomain: string;
    /** That of the email, so that a retry repeats the message. */
    date: Date;
  },
  message: Buffer,
) => Promise<Buffer>;

/**
 * Signs with the active keys of the sender's domain that the DNS publishes, and with no others: a key that cannot be looked up
 * makes no better mail. A message of a domain without such keys is returned as it is.
 */
export function createSignMessage(given: { database: Database; secrets: InstanceSecrets }): SignMessage {
  const keys = new ShortCache({
    load: (wanted: string) => loadSigningKeys(given, wanted),
    ttlMs: keysTtlMs,
    maxEntries: maxCachedDomains,
  });
  return async function signEmail({ accountId, fromDomain, date }, message) {
    return await signMessage(message, { keys: await keys.get(senderKey(accountId, fromDomain)), date });
  };
}

async function loadSigningKeys(
  { database, secrets }: { database: Database; secrets: InstanceSecrets },
  wanted: string,
): Promise<SigningKey[]> {
  const ref = readSenderKey(wanted);
  const rows = ref ? await loadActiveKeys(database, ref) : [];
  return rows
    .filter((row) => isOk(row.findings, keyRecordId(row)))
    .map((row) => {
      const pkcs8 = secrets.open(sealedFor, row.sealed);
      if (!pkcs8)
        throw new Error(`the DKIM keys of ${row.name} are sealed with another secret key than this node's`);
      return {
        algorithm: row.algorithm,
        domain: row.name,
        selector: selectorOf(row, row),
        privateKey: readPrivateKey(pkcs8),
      };
    });
}
