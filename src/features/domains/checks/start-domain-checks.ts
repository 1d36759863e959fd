import type { DomainDeps } from "../domain-deps.ts";
import { checkDueDomains } from "./check-due-domains.ts";

/** Soon enough for somebody who waits for a first check; an index answers whether anything is due. */
const everyMs = 15_000;

/** Checks due domains until it is stopped, in every process that asks for it: each domain is claimed by one of them. */
export function startDomainChecks(deps: DomainDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const look = () => {
    if (isRunning) return;
    isRunning = true;
    running = checkDueDomains(deps, stopping.signal)
      .catch((error: unknown) =>
        deps.log.warn({ event: "domains.check_failed", err: error }, "could not check sender domains"),
      )
      .finally(() => {
        isRunning = false;
      });
  };
  look();
  const timer = setInterval(look, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
