import type { Reply } from "../outcome.ts";

/** Who says more than this in one transaction is cut: transcripts are for people. */
const MAX_CHARACTERS = 8_000;

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
    return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n…` : text;
  }
}
