/** One line as it was said, before it is wrapped. */
export type TextLine = {
  /** What stands before it, and before each line into which it is wrapped. */
  first: string;
  rest: string;
  text: string;
  /** Of `<pre>`: neither wrapped nor trimmed at its start. */
  isFixed: boolean;
  /** An empty line stands before it. */
  hasGap: boolean;
};

/** A place in the text, to come back to. */
export type Place = { line: number; part: number };

type Context = { marker: string; rest: string };

/** What is nested deeper is shown as deep as this: nobody follows it, and each line would grow with it. */
const MAX_CONTEXTS = 8;

const BLANKS = /[ \t\n\r\f\u00a0]+/g;
/** Zero-width spaces, soft hyphens and the like: senders fill the preview of an inbox with them. */
const INVISIBLE = /(?:\u034f|[\u00ad\u180e\u200b\u2060\ufeff])+/g;
/** Joiners belong between letters (Persian) and pictures; elsewhere they are filling. Direction marks stay. */
const LOOSE_JOINERS =
  /(?<![\p{L}\p{M}\p{So}\p{Sk}])(?:\u200c|\u200d)+|(?:\u200c|\u200d)+(?![\p{L}\p{M}\p{So}\u200c\u200d])/gu;
const NEEDS_CLEANING = /\u034f|\u200c|\u200d|[\t\n\r\f\u00a0\u00ad\u180e\u200b\u2007\u2060\ufeff]| {2}/;

/** The lines of an element: text comes in, and blanks, line breaks and gaps collapse as a browser collapses them. */
export class TextLines {
  readonly lines: TextLine[] = [];
  readonly #contexts: Context[] = [];
  /** Of the line that has been begun: what was said before the last place that was asked for, and since. */
  #parts: string[] = [];
  #text = "";
  #hasGap = false;
  #isBroken = false;
  #deeper = 0;

  /** Where a link begins; not right behind the address of the one before. */
  get place(): Place {
    if (this.#text.endsWith("]")) this.#text += " ";
    if (this.#text !== "") this.#parts.push(this.#text);
    this.#text = "";
    return { line: this.lines.length, part: this.#parts.length };
  }

  /** Of several lines the last one alone. */
  textSince({ line, part }: Place): string {
    const own = this.#parts.slice(line === this.lines.length ? part : 0).join("") + this.#text;
    if (own.trim() !== "") return own;
    return this.lines.length > line ? (this.lines.at(-1)?.text ?? "") : "";
  }

  /** Adds to the text that was said since, also where its line has ended. */
  addBehind(place: Place, text: string): void {
    const last = this.lines.at(-1);
    const hasEnded = this.lines.length > place.line && this.#parts.length === 0 && this.#text.trim() === "";
    if (last && hasEnded) last.text += text;
    else this.#text = this.#text.trimEnd() + text;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** Of `<pre>`: line ends count. */
  addFixed(text: string): void {
    const [first = "", ...others] = text.split(/\r\n|\r|\n/);
    this.#text += first;
    for (const one of others) {
      this.#end(true);
      this.#text = one;
    }
  }

  /** The end of a block. */
  endLine({ isFixed = false } = {}): void {
    this.#end(isFixed);
    this.#isBroken = false;
  }

  /** `<br>`: the second in a row makes an empty line. */
  breakLine(): void {
    const before = this.lines.length;
    this.#end(false);
    if (this.lines.length === before && this.#isBroken) this.#hasGap = true;
    this.#isBroken = true;
  }

  /** The end of a paragraph: an empty line follows if anything follows. */
  endParagraph(): void {
    this.endLine();
    this.#hasGap = true;
  }

  /** For the lines until `leave`: quoted, or an item of a list. */
  enter(marker: string, rest: string): void {
    if (this.#contexts.length === MAX_CONTEXTS) this.#deeper += 1;
    else this.#contexts.push({ marker, rest });
  }

  leave(): void {
    if (this.#deeper > 0) this.#deeper -= 1;
    else this.#contexts.pop();
  }

  /** Takes over the lines of an element that is inside this one. */
  append(lines: TextLine[]): void {
    for (const line of lines) {
      const { first, rest } = this.#prefix();
      const hasGap = line.hasGap || this.#hasGap;
      this.lines.push({ ...line, first: first + line.first, rest: rest + line.rest, hasGap });
      this.#hasGap = false;
    }
  }

  #end(isFixed: boolean): void {
    const said = this.#parts.length === 0 ? this.#text : this.#parts.join("") + this.#text;
    const text = isFixed ? said.trimEnd() : clean(said);
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
    if (this.#contexts.length === 0) return noPrefix;
    let first = "";
    let rest = "";
    for (const context of this.#contexts) {
      first += context.marker;
      rest += context.rest;
      // An item is marked once.
      context.marker = context.rest;
    }
    return { first, rest };
  }
}

const noPrefix = { first: "", rest: "" };

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

/** Wraps long lines between words, never within one: a word may be an address or a code. */
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

/** An empty line inside a quotation is quoted. */
function gapBetween({ rest: before }: TextLine, { rest: after }: TextLine): string {
  const quotes = /^[> ]*/.exec(before)?.[0] ?? "";
  let end = 0;
  while (end < quotes.length && quotes[end] === after[end]) end += 1;
  return quotes.slice(0, end).trimEnd();
}

function wrap({ first, rest, text, isFixed }: TextLine): string {
  if (isFixed || first.length + text.length <= WIDTH) return first + text;
  let wrapped = first;
  let room = WIDTH - first.length;
  let at = 0;
  while (text.length - at > room) {
    let end = text.lastIndexOf(" ", at + room);
    if (end <= at) end = text.indexOf(" ", at + Math.max(room, 0));
    if (end < 0) break;
    wrapped += `${text.slice(at, end)}\n${rest}`;
    at = end + 1;
    room = WIDTH - rest.length;
  }
  return wrapped + text.slice(at);
}
