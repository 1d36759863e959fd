/** Calls functions when keys are pressed, if there is a terminal. Returns a function that restores the terminal. */
export function onKeys(actions: Readonly<Record<string, () => unknown>>): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => undefined;
  const read = (bytes: Buffer) => {
    for (const key of bytes.toString()) {
      // In raw mode Ctrl-C is only a character.
      if (key === "\u0003") process.kill(process.pid, "SIGINT");
      else actions[key]?.();
    }
  };
  stdin.setRawMode(true);
  stdin.on("data", read);
  stdin.resume();
  return () => {
    stdin.setRawMode(false);
    stdin.off("data", read);
    stdin.pause();
  };
}
