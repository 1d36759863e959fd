/** Resolves when the browser is idle, or after this time at the latest. Safari has no requestIdleCallback, and waits for a fifth of it. */
export function untilIdle(withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) window.requestIdleCallback(() => resolve(), { timeout: withinMs });
    else setTimeout(resolve, withinMs / 5);
  });
}
