import type { DomainDeps } from "../domain-deps.ts";
import { checkDueDomains } from "./check-due-domains.ts";

/** Short enough for a person who waits for a first check. The query is cheap, because due domains are indexed. */
const INTERVAL_MS = 15_000;

/** Checks due domains until it is stopped. Several processes may do this: each domain is claimed by one of them. */
export function startDomainChecks(deps: DomainDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const check = () => {
    if (isRunning) return;
    isRunning = true;
    running = checkDueDomains(deps, stopping.signal)
      .catch((error: unknown) =>
        deps.log.warn(
          { event: "domains.check_failed", err: error },
          "could not check sender domains; trying again in 15 seconds",
        ),
      )
      .finally(() => {
        isRunning = false;
      });
  };
  check();
  const timer = setInterval(check, INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
