/** Loaded into each process of the program before its own code (`--import`): a fault nobody foresaw, when a signal asks for it. */
process.on("SIGUSR2", () => {
  throw new Error("a fault that nobody foresaw");
});
/** Two leases of a worker. */
const BLOCKED_MS = 40_000;
process.on("SIGIO", () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
});
process.on("SIGWINCH", () => {
  void Promise.reject(new Error("a rejection that nobody handles"));
});
