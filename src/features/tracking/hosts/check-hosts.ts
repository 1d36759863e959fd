import { randomBytes } from "node:crypto";
import type { Database } from "../../../platform/db/index.ts";
import { type GuardExceptions, guardedFetch } from "../../../platform/fetch/index.ts";
import type { InstanceSecrets } from "../../../platform/secrets/index.ts";
import type { DomainRef } from "../../domains/index.ts";
import { makeFailedOrderDue } from "./certificate-queries.ts";
import { RETRY_ON_CHECK_MINUTES } from "./order-certificates.ts";
import { type CheckedHost, claimDueHosts, type HostRow, makeHostDue, saveHostCheck } from "./queries.ts";

const PURPOSE = "tracking host";
const RESPONSE_BYTES = 16;
const TIMEOUT_MS = 10_000;
const CONCURRENCY = 8;
/** A working host is checked daily, and again a minute after a failed check. Broken ones are checked every ten minutes. */
const NEXT_CHECK_MS = { verified: 86_400_000, failing: 60_000, broken: 600_000 } as const;

export type HostDeps = {
  database: Database;
  secrets: Pick<InstanceSecrets, "sign">;
  /** Tests reach hosts of their own, at another port. */
  outside?: GuardExceptions & { port?: number };
};

/** The response to a check. Only this instance can compute it, so a host that returns it reaches this instance. */
export function responseToCheck(secrets: HostDeps["secrets"], challenge: string): string {
  return secrets.sign(PURPOSE, Buffer.from(challenge), RESPONSE_BYTES).toString("base64url");
}

/** Fetches a fresh token over https through the host. Returns the problem and what to do, as sentences. Null: the host works. */
async function problemOfHost({ secrets, outside }: HostDeps, host: string): Promise<string | null> {
  const challenge = randomBytes(16).toString("base64url");
  const { port, ...limits } = outside ?? {};
  const url = `https://${host}${port === undefined ? "" : `:${port}`}/.well-known/posthouse/check/${challenge}`;
  const fetched = await guardedFetch(url, { maxBytes: 1_000, timeoutMs: TIMEOUT_MS, ...limits });
  if (!fetched.ok)
    return `https://${host} ${fetched.reason}. Check the CNAME record and the certificate of the host.`;
  if (fetched.bytes.toString().trim() === responseToCheck(secrets, challenge)) return null;
  return `https://${host} leads to another server. Point its CNAME record to this one.`;
}

/** Checks all hosts that are due. */
export async function checkDueHosts(deps: HostDeps, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const due = await claimDueHosts(deps.database, CONCURRENCY);
    await checkHosts(deps, due);
    if (due.length < CONCURRENCY) return;
  }
}

/**
 * Checks the host of a domain, and no other: a user waits for it. They may have fixed it, so a certificate whose order has failed is ordered
 * soon.
 */
export async function checkHostNow(deps: HostDeps, ref: DomainRef): Promise<void> {
  await makeFailedOrderDue(deps.database, ref, RETRY_ON_CHECK_MINUTES);
  await makeHostDue(deps.database, ref);
  await checkHosts(deps, await claimDueHosts(deps.database, 1, ref));
}

async function checkHosts(deps: HostDeps, hosts: HostRow[]): Promise<void> {
  await Promise.all(
    hosts.map(async (row) => {
      await saveHostCheck(deps.database, row, resultOf(row, await problemOfHost(deps, row.host)));
    }),
  );
}

/** Returns the new state of a host. It becomes broken with the second failed check in a row, because one may be due to a restart. Pure. */
export function resultOf(
  { verified_at, broken_at, problem: before }: Pick<HostRow, "verified_at" | "broken_at" | "problem">,
  problem: string | null,
  now = new Date(),
): CheckedHost {
  const next = (ms: number) => new Date(now.getTime() + ms);
  if (problem === null)
    return {
      verified_at: verified_at ?? now,
      broken_at: null,
      problem,
      check_at: next(NEXT_CHECK_MS.verified),
    };
  if (verified_at === null) return { verified_at, broken_at, problem, check_at: next(NEXT_CHECK_MS.broken) };
  if (before === null) return { verified_at, broken_at, problem, check_at: next(NEXT_CHECK_MS.failing) };
  return { verified_at: null, broken_at: now, problem, check_at: next(NEXT_CHECK_MS.broken) };
}
