/** Loaded into each process of the program before its own code (`--import`): a fault nobody foresaw, when a signal asks for it. */
process.on("SIGUSR2", () => {
  throw new Error("a fault that nobody foresaw");
});
process.on("SIGWINCH", () => {
  void Promise.reject(new Error("a rejection that nobody handles"));
});
