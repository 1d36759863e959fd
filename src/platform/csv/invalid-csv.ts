/**
 * A file that cannot be read further; the rows before that line have been read. The message is for the owner of the file.
 */
export class InvalidCsv extends Error {
  override name = "InvalidCsv";
  readonly line: number;

  constructor(line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.line = line;
  }
}
