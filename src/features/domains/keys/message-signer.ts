import { readPrivateKey, type SigningKey, signMessage } from "../../../mail/dkim/index.ts";
import { ShortCache } from "../../../platform/cache/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import { isOk } from "../records/finding.ts";
import { keyRecordId, selectorOf } from "../records/key-records.ts";
import { readSenderKey, senderKey } from "../sending/sender-key.ts";
import { SEAL_PURPOSE } from "./make-keys.ts";
import { loadActiveKeys } from "./queries.ts";

/** All nodes use rotated keys after this time. The previous keys stay in the DNS for days. */
const KEYS_TTL_MS = 10_000;
const MAX_CACHED_DOMAINS = 10_000;

type SignedEmail = {
  accountId: string;
  /** The domain of the From address. */
  fromDomain: string;
  /** The email's date, so that a retry produces the same bytes. */
  date: Date;
};

/**
 * Signs with the active keys of the sender's domain that are in the DNS, and with no others: a signature whose key cannot be looked up
 * is worthless. Without such keys, the message is returned unchanged.
 */
export class MessageSigner {
  readonly #keys: ShortCache<string, SigningKey[]>;

  constructor(deps: { database: Database; secrets: InstanceSecrets }) {
    this.#keys = new ShortCache({
      load: (wanted) => loadSigningKeys(deps, wanted),
      ttlMs: KEYS_TTL_MS,
      maxEntries: MAX_CACHED_DOMAINS,
    });
  }

  async sign({ accountId, fromDomain, date }: SignedEmail, message: Buffer): Promise<Buffer> {
    const keys = await this.#keys.get(senderKey(accountId, fromDomain));
    return await signMessage(message, { keys, date });
  }
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
      const pkcs8 = secrets.open(SEAL_PURPOSE, row.sealed);
      if (!pkcs8)
        throw new Error(
          `the DKIM keys of ${row.name} are encrypted with another secret key; set SECRET_KEY to the same value on all nodes`,
        );
      return {
        algorithm: row.algorithm,
        domain: row.name,
        selector: selectorOf(row, row),
        privateKey: readPrivateKey(pkcs8),
      };
    });
}
