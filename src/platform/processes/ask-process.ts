import { launch, type ProcessSpec } from "./launch.ts";

/**
 * Runs a process until it reports its result. Used for one-time work with large modules, which would otherwise stay in our
 * memory. Throws ProcessStartError.
 */
export async function askProcess(spec: ProcessSpec): Promise<unknown> {
  const { child, ready, ended } = launch(spec);
  try {
    return await ready;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
