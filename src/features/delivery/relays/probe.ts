/** The right to send one message as a probe. All messages of the email share it: the first is sent, the others wait for its result. */
export type Probe = { emailId: string; isUsed: boolean; ended: PromiseWithResolvers<void> };

/** Other mail waits this long for the result of a probe. */
const PROBE_PATIENCE_MS = 5_000;

/** Waits for the first of these probes to end, whose result decides about other mail. */
export async function untilEnded(probes: Probe[]): Promise<void> {
  if (probes.length === 0) return;
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PROBE_PATIENCE_MS);
  await Promise.race([...probes.map(({ ended }) => ended.promise), patience.promise]);
  clearTimeout(timer);
}
