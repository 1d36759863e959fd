import { connectSmtp, type Endpoint, type Outcome } from "../../../../mail/smtp/index.ts";
import { relayNotFound } from "../../errors.ts";
import type { RouteDeps } from "../../http/route-deps.ts";
import { guardsRelayHosts } from "../../relay-policy.ts";
import { recordRelayTest } from "../health-queries.ts";
import { findRelay, type RelayRow } from "../queries.ts";
import { locateRelay } from "../targets/locate-relay.ts";
import { openTarget } from "../targets/open-target.ts";
import { reasonToRefuseTarget } from "../targets/reason-to-refuse-target.ts";
import { adviceFor } from "./advice-for.ts";
import type { RelayTest } from "./relay-test.ts";

/** RFC 5321 §4.5.3.2 allows minutes, but a person is waiting for the result. */
const TIMEOUT_MS = 15_000;

/**
 * Connects, starts TLS and authenticates as workers do, then quits without sending mail. Records the result; success ends the
 * relay's cooldown.
 * Error: `relay_not_found`.
 */
export async function testRelay(
  deps: RouteDeps,
  { accountId, id }: { accountId: string; id: string },
): Promise<RelayTest> {
  const relay = await findRelay(deps.database.db, { accountId, id });
  if (!relay) throw relayNotFound();
  const result = await tryRelay(deps, relay);
  await recordRelayTest(deps.database, { accountId, id }, result.ok ? null : result.message);
  return result;
}

async function tryRelay(deps: RouteDeps, relay: RelayRow): Promise<RelayTest> {
  const read = openTarget(deps.secrets, { url: relay.url, secretSealed: relay.secret_sealed });
  if (!read.ok) return failed("connect", read.reason);
  const guarded = await guardsRelayHosts(deps.database.db, {
    accountId: relay.account_id,
    policies: deps.policies,
  });
  const refusal = guarded ? reasonToRefuseTarget(read.target) : null;
  if (refusal) return failed("connect", `The relay's URL ${refusal}.`);
  if (read.target.kind === "ses") {
    const { testSes } = await import("./test-ses.ts");
    return await testSes(read.target, AbortSignal.timeout(TIMEOUT_MS));
  }
  return await trySmtp(read.target.endpoint, {
    heloName: deps.heloName,
    isGuarded: guarded,
  });
}

async function trySmtp(
  endpoint: Endpoint,
  { heloName, isGuarded }: { heloName: string; isGuarded: boolean },
): Promise<RelayTest> {
  const located = isGuarded ? await locateRelay(endpoint.host) : null;
  if (located && !located.ok) return failed("connect", `The host ${located.reason}.`);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const connected = await connectSmtp({
    endpoint: located ? { ...endpoint, address: located.address } : endpoint,
    heloName,
    signal,
  });
  if (!connected.ok) return explain(connected.failure, { endpoint, isLate: signal.aborted });
  await connected.connection.quit();
  const login = endpoint.auth ? " and accepts the user name and password" : "";
  return {
    ok: true,
    step: null,
    message: `${endpoint.host}:${endpoint.port} responds${login}.`,
    transcript: null,
  };
}

function explain(failure: Outcome, test: { endpoint: Endpoint; isLate: boolean }): RelayTest {
  const reason = test.isLate ? `${failure.host} did not respond in time.` : failure.reason;
  const message = [reason, adviceFor(failure, test)].filter(Boolean).join(" ");
  return { ok: false, step: failure.phase, message, transcript: failure.transcript ?? null };
}

function failed(step: string, message: string): RelayTest {
  return { ok: false, step, message, transcript: null };
}
