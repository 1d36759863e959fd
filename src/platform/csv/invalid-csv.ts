/** A file cannot be read from this line on; all rows before it have been returned. The message is shown to the user. */
export class InvalidCsv extends Error {
  override name = "InvalidCsv";
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.line = line;
  }
}
