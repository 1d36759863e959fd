/** Prints the result of a command for people, or with `json` as one object. */
export function printResult(result: object, { json, text }: { json: boolean; text: string }): void {
  process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${text}\n`);
}
