import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take over half a minute, in the order in which they start; one that starts last would run alone while a core idles. Short
 * versions of the proofs are not adjacent, because each keeps the whole machine busy. The others among them mostly wait.
 */
const LONGEST = [
  "e2e/dashboard-layout-shifts.test.ts",
  "e2e/crash.test.ts",
  "e2e/start/fresh-clone.test.ts",
  "e2e/dashboard-accessibility.test.ts",
  "e2e/api-examples.test.ts",
  "e2e/crash-leases.test.ts",
  "e2e/tracking-certificates.test.ts",
  "e2e/idor.test.ts",
  "e2e/two-clocks.test.ts",
  "e2e/schedules.test.ts",
  "e2e/docs-guides.test.ts",
  "e2e/followers.test.ts",
  "e2e/dashboard-hostile.test.ts",
  "e2e/webhook-kills.test.ts",
  "e2e/follower-takeover.test.ts",
  "e2e/http-wide-json.test.ts",
  "e2e/http-body-shares.test.ts",
  "e2e/crash-phases.test.ts",
  "e2e/dashboard-tracking.test.ts",
  "e2e/delivery-mode.test.ts",
  "e2e/delivery-slow-relay.test.ts",
  "e2e/http-broken-requests.test.ts",
  "messages/raw-messages.test.ts",
  "ports-and-certificates.test.ts",
  "webhook-faults.db.test.ts",
  "start-embedded-postgres.db.test.ts",
  "attacker.db.test.ts",
  "webhook-runs.db.test.ts",
  "failing-statements.db.test.ts",
  "second-factor.db.test.ts",
  "job-runner.db.test.ts",
  "worker-outage.db.test.ts",
];

/** Orders test files: the slow files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return rank < 0 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
