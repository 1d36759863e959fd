import { rollupsFollower } from "../../features/analytics/index.ts";
import type { FollowerDefinition } from "../../features/follower-definition.ts";
import { FollowerRunner } from "../../features/followers/index.ts";
import { once, type Services } from "./services.ts";

/**
 * The followers that features declare in their manifests, listed here too, because roles without a web server load no manifest. A test
 * compares both.
 */
export const followers: readonly FollowerDefinition[] = [rollupsFollower];

/**
 * Interval at which a process looks for followers that no process runs. With the lease of 20 s, less than 30 s. Longer for workers, which
 * should deliver mail instead.
 */
const TAKE_EVERY_MS = 2_500;
const WORKER_TAKES_EVERY_MS = 5_000;

const runnerOf = once((services) => {
  const { database, log, name } = services;
  const takeEveryMs = name === "worker" ? WORKER_TAKES_EVERY_MS : TAKE_EVERY_MS;
  const runner = new FollowerRunner({ database, log, followers, takeEveryMs });
  services.onClose(() => runner.stop());
  runner.start();
  return runner;
});

/** Runs followers in this process until its services are closed. Each role calls it, because any process can run a follower. */
export function startFollowers(services: Services): void {
  runnerOf(services);
}
