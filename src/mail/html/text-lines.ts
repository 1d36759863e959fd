/** One line before it is wrapped. */
export type TextLine = {
  /** The prefix of the first wrapped line; `rest` is the prefix of the following ones. */
  first: string;
  rest: string;
  text: string;
  /** Whether the line is from `<pre>`: neither wrapped nor trimmed at its start. */
  isFixed: boolean;
  /** Whether an empty line precedes this one. */
  hasGap: boolean;
};

/** A position in the text. */
export type Place = { line: number; part: number };

type Context = { marker: string; rest: string };

/**
 * Deeper nesting is shown at this depth, because readers cannot follow deeper nesting, and the prefix of each line would
 * grow with it.
 */
const MAX_CONTEXTS = 8;

const BLANKS = /[ \t\n\r\f\u00a0]+/g;
/** Zero-width spaces, soft hyphens and similar characters: senders pad the inbox preview with them. */
const INVISIBLE = /(?:\u034f|[\u00ad\u180e\u200b\u2060\ufeff])+/g;
/** Joiners belong between letters (Persian) and emoji; elsewhere they are padding. Direction marks are kept. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{So}\p{Sk}])(?:\u200c|\u200d)+|(?:\u200c|\u200d)+(?![\p{L}\p{M}\p{So}\u200c\u200d])/gu;
const NEEDS_CLEANING = /\u034f|\u200c|\u200d|[\t\n\r\f\u00a0\u00ad\u180e\u200b\u2007\u2060\ufeff]| {2}/;

/** Collects the lines of an element. Blanks, line breaks and gaps collapse as in a browser. */
export class TextLines {
  readonly lines: TextLine[] = [];
  readonly #contexts: Context[] = [];
  /** The current line: its parts up to the last `place`, and the text since then. */
  #parts: string[] = [];
  #text = "";
  #hasGap = false;
  #isBroken = false;
  #deeper = 0;

  /** The position where a link begins. Adds a blank after the address of a previous link. */
  get place(): Place {
    if (this.#text.endsWith("]")) this.#text += " ";
    if (this.#text !== "") this.#parts.push(this.#text);
    this.#text = "";
    return { line: this.lines.length, part: this.#parts.length };
  }

  /** The text since a place. If that text covers several lines, only its last line is returned. */
  textSince({ line, part }: Place): string {
    const current = this.#parts.slice(line === this.lines.length ? part : 0).join("") + this.#text;
    if (current.trim() !== "") return current;
    return this.lines.length > line ? (this.lines.at(-1)?.text ?? "") : "";
  }

  /** Appends to the text since a place, even if its line has ended. */
  addBehind(place: Place, text: string): void {
    const last = this.lines.at(-1);
    const hasEnded = this.lines.length > place.line && this.#parts.length === 0 && this.#text.trim() === "";
    if (last && hasEnded) last.text += text;
    else this.#text = this.#text.trimEnd() + text;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Adds text of `<pre>`, in which line breaks are kept. */
  addFixed(text: string): void {
    const [first = "", ...following] = text.split(/\r\n|\r|\n/);
    this.#text += first;
    for (const line of following) {
      this.#end(true);
      this.#text = line;
    }
  }

  /** Ends a block. */
  endLine({ isFixed = false } = {}): void {
    this.#end(isFixed);
    this.#isBroken = false;
  }

  /** Handles `<br>`: a second one in a row makes an empty line. */
  breakLine(): void {
    const before = this.lines.length;
    this.#end(false);
    if (this.lines.length === before && this.#isBroken) this.#hasGap = true;
    this.#isBroken = true;
  }

  /** Ends a paragraph: an empty line precedes any further text. */
  endParagraph(): void {
    this.endLine();
    this.#hasGap = true;
  }

  /** Sets the prefix of the lines until `leave`, for a quotation or a list item. */
  enter(marker: string, rest: string): void {
    if (this.#contexts.length === MAX_CONTEXTS) this.#deeper += 1;
    else this.#contexts.push({ marker, rest });
  }

  leave(): void {
    if (this.#deeper > 0) this.#deeper -= 1;
    else this.#contexts.pop();
  }

  /** Adds the lines of an element inside this one. */
  append(lines: TextLine[]): void {
    for (const line of lines) {
      const { first, rest } = this.#prefix();
      const hasGap = line.hasGap || this.#hasGap;
      this.lines.push({ ...line, first: first + line.first, rest: rest + line.rest, hasGap });
      this.#hasGap = false;
    }
  }

  #end(isFixed: boolean): void {
    const raw = this.#parts.length === 0 ? this.#text : this.#parts.join("") + this.#text;
    const text = isFixed ? raw.trimEnd() : clean(raw);
    this.#parts = [];
    this.#text = "";
    if (text === "" && !isFixed) return;
    if (text === "") {
      this.#hasGap = true;
      return;
    }
    const { first, rest } = this.#prefix();
    this.lines.push({ first, rest, text, isFixed, hasGap: this.#hasGap });
    this.#hasGap = false;
  }

  #prefix(): Pick<TextLine, "first" | "rest"> {
    if (this.#contexts.length === 0) return NO_PREFIX;
    let first = "";
    let rest = "";
    for (const context of this.#contexts) {
      first += context.marker;
      rest += context.rest;
      // The marker of an item appears once.
      context.marker = context.rest;
    }
    return { first, rest };
  }
}

const NO_PREFIX = { first: "", rest: "" };

function clean(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text.trim();
  return text
    .replace(INVISIBLE, "")
    .replace(LOOSE_JOINERS, "")
    .replaceAll("\u2007", "\u00a0")
    .replace(BLANKS, (blanks) => (blanks === "\u00a0" ? blanks : " "))
    .trim();
}

/** RFC 5322 §2.1.1 recommends 78. */
const WIDTH = 76;

/** Wraps long lines between words, never inside one: a word may be an address or a code. */
export function joinLines(lines: TextLine[], { isWrapped }: { isWrapped: boolean }): string {
  let text = "";
  let before: TextLine | null = null;
  for (const line of lines) {
    if (before) text += line.hasGap ? `\n${gapBetween(before, line)}\n` : "\n";
    text += isWrapped ? wrap(line) : line.first + line.text;
    before = line;
  }
  return text.replaceAll("\u00a0", " ");
}

/** An empty line inside a quotation keeps the quotation's prefix. */
function gapBetween({ rest: before }: TextLine, { rest: after }: TextLine): string {
  const quotes = /^[> ]*/.exec(before)?.[0] ?? "";
  let end = 0;
  while (end < quotes.length && quotes[end] === after[end]) end += 1;
  return quotes.slice(0, end).trimEnd();
}

function wrap({ first, rest, text, isFixed }: TextLine): string {
  if (isFixed || first.length + text.length <= WIDTH) return first + text;
  let wrapped = first;
  let remaining = WIDTH - first.length;
  let at = 0;
  while (text.length - at > remaining) {
    let end = text.lastIndexOf(" ", at + remaining);
    if (end <= at) end = text.indexOf(" ", at + Math.max(remaining, 0));
    if (end < 0) break;
    wrapped += `${text.slice(at, end)}\n${rest}`;
    at = end + 1;
    remaining = WIDTH - rest.length;
  }
  return wrapped + text.slice(at);
}
