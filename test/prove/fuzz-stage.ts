import { signUpAndCreateKey } from "../harness/api-client.ts";
import { startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { type FuzzReport, fuzzSubmission } from "./fuzz-run.ts";

/** More than uncollected garbage; a leak of 1 kB per session exceeds it in two minutes. */
const MOST_GROWN_MB = 60;
/** Connections of the database pool, and lingering sessions. */
const MOST_DESCRIPTORS = 10;

/** Attacks the submission server of the whole program for a time (D22). */
export async function proveSubmission({
  seconds,
  seed,
}: {
  seconds: number;
  seed: number;
}): Promise<{ ok: boolean; figures: FuzzReport }> {
  const posthouse = await startPosthouse({ roles: ["api", "smtp"] });
  try {
    const ports = await until(() => posthouse.findSmtpPorts(), { what: "SMTP" });
    const { key } = await signUpAndCreateKey(posthouse);
    const [pid = 0] = posthouse.rolePids("smtp");
    const figures = await fuzzSubmission({ ports, key, pid, seconds, seed });
    const hasFaults = posthouse.logs.some((line) => line.includes("process.crashed"));
    const { isAlive, accepted, grownMb, leakedDescriptors } = figures;
    const isFlat = grownMb < MOST_GROWN_MB && leakedDescriptors <= MOST_DESCRIPTORS;
    return { ok: isAlive && accepted > 0 && isFlat && !hasFaults, figures };
  } finally {
    await stopAndRemove(posthouse);
  }
}
