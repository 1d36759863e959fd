/** Loaded into each process of the program before its own code (`--import`): causes an unexpected error when a signal requests it. */
process.on("SIGUSR2", () => {
  throw new Error("an unexpected exception");
});
/** Two leases of a worker. */
const BLOCKED_MS = 40_000;
process.on("SIGIO", () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
});
process.on("SIGWINCH", () => {
  void Promise.reject(new Error("an unexpected rejection"));
});
