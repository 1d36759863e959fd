import { lazyRouteComponent } from "@tanstack/react-router";
import { isServerReachable } from "./is-server-reachable.ts";

/** How long to wait between attempts to load a page while the server is away. */
const RETRY_MS = 1_000;

/**
 * A page in a script of its own. While the server is away, for example during a restart, loading waits; the router would otherwise
 * reload the document, which shows the browser's error page instead of the dashboard. If the server is there and the script is not, the
 * dashboard was updated, and the router reloads it.
 */
export const lazyPage = ((load: () => Promise<Record<string, unknown>>, name: string) =>
  lazyRouteComponent(() => loadWhenReachable(load), name)) as typeof lazyRouteComponent;

async function loadWhenReachable<Page>(load: () => Promise<Page>): Promise<Page> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isServerReachable()) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, RETRY_MS));
    }
  }
}
