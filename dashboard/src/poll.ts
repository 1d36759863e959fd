/** After a failure. A proxy that gave up waiting would otherwise get the same slow request again immediately, without end. */
const AFTER_FAILURE_MS = 15_000;

type Polled<Data> = { state: { data: Data | undefined; status: "pending" | "error" | "success" } };
type RefetchInterval<Data> = (query: Polled<Data>) => number | false;

/** A `refetchInterval`, which can depend on the data. Without data the user retries: polling would replace the error with the skeleton. */
export function pollEvery(interval: number): RefetchInterval<unknown>;
export function pollEvery<Data>(interval: (data: Data) => number | false): RefetchInterval<Data>;
export function pollEvery(interval: number | ((data: unknown) => number | false)): RefetchInterval<unknown> {
  return ({ state: { data, status } }) => {
    if (data === undefined) return false;
    const ms = typeof interval === "number" ? interval : interval(data);
    return ms && status === "error" ? Math.max(ms, AFTER_FAILURE_MS) : ms;
  };
}
