import type { Reply } from "../outcome.ts";

/** A longer transcript is cut in the middle, because transcripts are for people to read. */
const MAX_CHARACTERS = 8_000;
/** The size of the beginning that is kept: it shows the server and its capabilities. The end shows the failure. */
const MAX_AT_BEGINNING = 3_000;

/**
 * The commands and replies of a connection, in order: "C: " marks ours, "S: " the server's. Excludes messages and passwords.
 */
export class Transcript {
  readonly #opening: string[] = [];
  #lines: string[] = this.#opening;

  /**
   * Removes the lines of the previous transaction. The lines up to AUTH stay, because they belong to every transaction of
   * the connection.
   */
  beginTransaction(): void {
    this.#lines = [];
  }

  /** Adds commands, each ended by CRLF. */
  addCommands(commands: string): void {
    for (const command of commands.split("\r\n")) if (command !== "") this.#lines.push(`C: ${command}`);
  }

  addReply({ line }: Reply): void {
    this.#lines.push(`S: ${line}`);
  }

  /** Adds anything that is neither a command nor a reply. */
  addNote(text: string): void {
    this.#lines.push(`-- ${text}`);
  }

  toString(): string {
    const all = this.#lines === this.#opening ? this.#lines : [...this.#opening, ...this.#lines];
    const text = all.join("\n");
    return text.length > MAX_CHARACTERS ? cutInTheMiddle(text) : text;
  }
}

/** Cuts between lines. No line is longer than 1 kB. */
function cutInTheMiddle(text: string): string {
  const beginning = text.slice(0, text.lastIndexOf("\n", MAX_AT_BEGINNING));
  const end = text.slice(text.indexOf("\n", text.length - (MAX_CHARACTERS - MAX_AT_BEGINNING)) + 1);
  const missing = text.length - beginning.length - end.length;
  return `${beginning}\n-- ${missing} characters are left out here\n${end}`;
}
