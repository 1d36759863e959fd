import { until } from "./until.ts";

const dayMs = 86_400_000;
/** Longer than a test takes. */
const nearMs = 40_000;

/** Where days are counted: a test that midnight (UTC) divides would count in two of them, so it waits for the next one. */
export async function awayFromMidnight(): Promise<void> {
  const isAway = () => Date.now() % dayMs < dayMs - nearMs;
  await until(isAway, { within: nearMs + 5_000, what: "the next day" });
}
