import type { Reply } from "../outcome.ts";

/** Who says more in one transaction is cut in the middle: transcripts are for people. */
const MAX_CHARACTERS = 8_000;
/** Of these from the beginning: the server and what it offers. The end tells what went wrong. */
const MAX_AT_BEGINNING = 3_000;

/** What was said on a connection, in the order in which it was said or heard: "C: " is ours, "S: " the server's. No message, no password. */
export class Transcript {
  readonly #opening: string[] = [];
  #lines: string[] = this.#opening;

  /** What was said so far, up to AUTH, belongs to every transaction of the connection; the last one's does not. */
  beginTransaction(): void {
    this.#lines = [];
  }

  /** Commands, each with its CRLF. */
  said(commands: string): void {
    for (const command of commands.split("\r\n")) if (command !== "") this.#lines.push(`C: ${command}`);
  }

  heard({ line }: Reply): void {
    this.#lines.push(`S: ${line}`);
  }

  /** What happened besides. */
  noted(what: string): void {
    this.#lines.push(`-- ${what}`);
  }

  toString(): string {
    const all = this.#lines === this.#opening ? this.#lines : [...this.#opening, ...this.#lines];
    const text = all.join("\n");
    return text.length > MAX_CHARACTERS ? cutInTheMiddle(text) : text;
  }
}

/** Whole lines, of which none is longer than a kilobyte. */
function cutInTheMiddle(text: string): string {
  const beginning = text.slice(0, text.lastIndexOf("\n", MAX_AT_BEGINNING));
  const end = text.slice(text.indexOf("\n", text.length - (MAX_CHARACTERS - MAX_AT_BEGINNING)) + 1);
  const missing = text.length - beginning.length - end.length;
  return `${beginning}\n-- ${missing} characters are left out here\n${end}`;
}
