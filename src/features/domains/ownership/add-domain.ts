import { randomBytes } from "node:crypto";
import { errors } from "../../../platform/errors/index.ts";
import type { Actor } from "../../audit/index.ts";
import { FIRST_CHECK_MS } from "../checks/next-check-at.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainExists, domainsTooFast, tooManyDomains } from "../errors.ts";
import { countAdded, insertDomainEvents } from "../events/queries.ts";
import { recordChange } from "../events/record-change.ts";
import { KEY_SETS } from "../keys/key-sets.ts";
import { makeKeys } from "../keys/make-keys.ts";
import { putKeys } from "../keys/queries.ts";
import { countDomains, findDomain, insertDomain } from "../queries.ts";
import { readDomain } from "./read-domain.ts";
import { readLabel } from "./read-label.ts";

export type DomainInput = {
  name: string;
  return_path?: string | undefined;
  tracking_host?: string | null | undefined;
  rotate_every_days?: number | null | undefined;
};

/** The token is public, so it needs to be unique rather than secret. */
const TOKEN_BYTES = 16;
/** Each domain needs two RSA keys and a dozen DNS queries a day. */
const MAX_DOMAINS = 1_000;
const DEFAULT_RETURN_PATH = "bounce";

/** Domains per minute: more than a person adds, but few enough that making keys does not keep a CPU core busy. */
const MAX_ADDED_PER_MINUTE = 30;

/**
 * Claims a domain for an account and makes its keys. Errors: `validation_failed`, `domain_exists`, `too_many_domains`,
 * `rate_limited`.
 */
export async function addDomain(
  deps: DomainDeps,
  { accountId, by }: { accountId: string; by: Actor },
  input: DomainInput,
): Promise<string> {
  const name = readDomain(input.name.trim());
  if (name === null) throw problem("name", "is not a valid domain; use a name such as example.com");
  const returnPath = readLabel("return_path", {
    text: input.return_path ?? DEFAULT_RETURN_PATH,
    domain: name,
  });
  const trackingHost =
    input.tracking_host == null
      ? null
      : readLabel("tracking_host", { text: input.tracking_host, domain: name });
  if (trackingHost === returnPath) throw problem("tracking_host", "must differ from return_path");
  await runInOrder(async () => await claim(deps, { accountId, by, name, returnPath, trackingHost, input }));
  return name;
}

let lastAdded: Promise<unknown> = Promise.resolve();

/** Adds domains one by one in a process. Concurrent requests would otherwise pass the rate limit and fill the thread pool with key generation. */
async function runInOrder(work: () => Promise<void>): Promise<void> {
  const added = lastAdded.then(work);
  lastAdded = added.catch(() => undefined);
  await added;
}

type Claim = {
  accountId: string;
  by: Actor;
  name: string;
  returnPath: string;
  trackingHost: string | null;
  input: DomainInput;
};

async function claim(deps: DomainDeps, { accountId, by, name, returnPath, trackingHost, input }: Claim) {
  const { db } = deps.database;
  if (await findDomain(db, { accountId, name })) throw domainExists();
  if ((await countDomains(db, accountId)) >= MAX_DOMAINS) throw tooManyDomains(MAX_DOMAINS);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  if ((await countAdded(db, accountId, aMinuteAgo)) >= MAX_ADDED_PER_MINUTE)
    throw domainsTooFast(MAX_ADDED_PER_MINUTE);
  const keys = await makeKeys(deps.secrets, KEY_SETS);
  await db.transaction().execute(async (transaction) => {
    const ref = { accountId, name };
    const isNew = await insertDomain(transaction, {
      ...ref,
      token: randomBytes(TOKEN_BYTES).toString("hex"),
      returnPath,
      trackingHost,
      rotateEveryDays: input.rotate_every_days ?? null,
      checkAt: new Date(Date.now() + FIRST_CHECK_MS),
    });
    if (!isNew) throw domainExists();
    await putKeys(transaction, ref, keys);
    await insertDomainEvents(transaction, ref, [{ type: "domain.added" }]);
    await recordChange(transaction, ref, { by, action: "domain.added" });
  });
}

export function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
