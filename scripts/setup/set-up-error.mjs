/** Set-up cannot go on; the message is one line that says what to do. */
export class SetUpError extends Error {}

/** What is going on, on standard error: standard output belongs to the command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
