/** Set-up failed; the message is one line that says what to do. */
export class SetUpError extends Error {}

/** Prints progress on standard error, because standard output belongs to the command. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
