/** After a failure. A proxy that gave up waiting would otherwise get the same slow request again immediately, without end. */
const AFTER_FAILURE_MS = 15_000;

type Polled = { state: { data: unknown; status: "pending" | "error" | "success" } };

/** A `refetchInterval`. Without data the user retries: polling would replace the error with the skeleton. */
export function pollEvery(ms: number): (query: Polled) => number | false {
  return ({ state: { data, status } }) => {
    if (data === undefined) return false;
    return status === "error" ? Math.max(ms, AFTER_FAILURE_MS) : ms;
  };
}
