import { randomBytes } from "node:crypto";
import { errors } from "../../../platform/errors/index.ts";
import { firstCheckMs } from "../checks/next-check-at.ts";
import type { DomainDeps } from "../domain-deps.ts";
import { domainExists, domainsTooFast, tooManyDomains } from "../errors.ts";
import { countAdded, insertDomainEvents } from "../events/queries.ts";
import { keySets } from "../keys/key-sets.ts";
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

/** 122 bits would be enough; it is a name in the DNS, not a secret. */
const tokenBytes = 16;
/** Each costs the machine two RSA keys and the DNS a dozen questions a day. */
const mostDomains = 1_000;
const defaultReturnPath = "bounce";

/** More than a person adds, and few enough that their keys take no more than a part of a core. */
const mostAddedAMinute = 30;

/**
 * Claims a domain for an account and makes its keys. Errors: `validation_failed`, `domain_exists`, `too_many_domains`,
 * `rate_limited`.
 */
export async function addDomain(deps: DomainDeps, accountId: string, input: DomainInput): Promise<string> {
  const name = readDomain(input.name.trim());
  if (name === null) throw problem("name", "is no domain that mail can be sent from, such as example.com");
  const returnPath = readLabel("return_path", { text: input.return_path ?? defaultReturnPath, domain: name });
  const trackingHost =
    input.tracking_host == null
      ? null
      : readLabel("tracking_host", { text: input.tracking_host, domain: name });
  if (trackingHost === returnPath) throw problem("tracking_host", "must differ from return_path");
  await inTurn(async () => await claim(deps, { accountId, name, returnPath, trackingHost, input }));
  return name;
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other in a process, or those that come at once would fill the thread pool with keys before any of them counts. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  await mine;
}

type Claim = {
  accountId: string;
  name: string;
  returnPath: string;
  trackingHost: string | null;
  input: DomainInput;
};

async function claim(deps: DomainDeps, { accountId, name, returnPath, trackingHost, input }: Claim) {
  const { db } = deps.database;
  if (await findDomain(db, { accountId, name })) throw domainExists();
  if ((await countDomains(db, accountId)) >= mostDomains) throw tooManyDomains(mostDomains);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  if ((await countAdded(db, accountId, aMinuteAgo)) >= mostAddedAMinute)
    throw domainsTooFast(mostAddedAMinute);
  const keys = await makeKeys(deps.secrets, keySets);
  await db.transaction().execute(async (transaction) => {
    const ref = { accountId, name };
    const isNew = await insertDomain(transaction, {
      ...ref,
      token: randomBytes(tokenBytes).toString("hex"),
      returnPath,
      trackingHost,
      rotateEveryDays: input.rotate_every_days ?? null,
      checkAt: new Date(Date.now() + firstCheckMs),
    });
    if (!isNew) throw domainExists();
    await putKeys(transaction, ref, keys);
    await insertDomainEvents(transaction, ref, [{ type: "domain.added" }]);
  });
}

function problem(path: string, message: string) {
  return errors.validation_failed(`${path} ${message}`, { fields: [{ path, message }] });
}
