import { PosthouseError } from "./posthouse-error.ts";

/** Waits for a time. Rejects at once when the caller aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(aborted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

export function aborted(signal: AbortSignal | undefined): PosthouseError {
  return new PosthouseError({
    code: "aborted",
    message: "The caller aborted the request.",
    cause: signal?.reason,
  });
}
