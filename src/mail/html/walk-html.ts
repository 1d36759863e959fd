import { Tokenizer } from "htmlparser2";

/** Attributes that were asked for, by name, in lower case. A name that stands there twice counts the first time (HTML §13.2.5.33). */
export type Attributes = ReadonlyMap<string, string>;

export type HtmlVisitor = {
  open: (name: string, attributes: Attributes, at: number) => void;
  close: (name: string) => void;
  text: (text: string) => void;
  /** Asked after each tag: true ends the walk. */
  isFull?: () => boolean;
};

/** Gmail shows 102 kB. With much more, HTML made for it could hold up an event loop for 100 ms. */
const MAX_LENGTH = 300_000;
/** Longer addresses lead nowhere; images may be written into their attribute. */
const MAX_VALUE_LENGTH = 4_096;
const NO_ATTRIBUTES: Attributes = new Map();
/** No tag of HTML has a longer name. */
const MAX_NAME_LENGTH = 100;

/**
 * Tells the tags and texts of HTML in their order, in one pass, without a tree and without recursion: its time grows with the length
 * alone, whatever the nesting. Elements that nobody closed are for the visitor to close. `isCut`: there was more than it read.
 */
export function walkHtml(
  html: string,
  attributeNames: ReadonlySet<string>,
  visitor: HtmlVisitor,
): { isCut: boolean } {
  const end = html.length <= MAX_LENGTH ? html.length : cutBefore(html, MAX_LENGTH);
  const walk = new Walk(html, attributeNames, visitor);
  const tokenizer = new Tokenizer({}, walk);
  walk.stop = () => tokenizer.pause();
  tokenizer.write(end < html.length ? html.slice(0, end) : html);
  tokenizer.end();
  return { isCut: end < html.length || walk.isStopped };
}

/** Not inside a tag, if one begins nearby, and not inside a surrogate pair. */
function cutBefore(html: string, most: number): number {
  const tag = html.lastIndexOf("<", most);
  if (tag > most - MAX_VALUE_LENGTH) return tag;
  return html.charCodeAt(most - 1) >>> 10 === 0x36 ? most - 1 : most;
}

/** The tokenizer's callbacks, whose places are places in `html`. */
class Walk {
  stop: () => void = () => undefined;
  isStopped = false;
  readonly #html: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #visitor: HtmlVisitor;
  #name = "";
  #startedAt = 0;
  #attributes: Map<string, string> | null = null;
  /** Null: its value is not wanted. */
  #attribute: string | null = null;
  #value = "";

  constructor(html: string, wanted: ReadonlySet<string>, visitor: HtmlVisitor) {
    this.#html = html;
    this.#wanted = wanted;
    this.#visitor = visitor;
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameAt(start, end);
    this.#startedAt = start;
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    const name = this.#nameAt(start, end);
    this.#attribute = this.#wanted.has(name) && !this.#attributes?.has(name) ? name : null;
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute !== null && this.#value.length < MAX_VALUE_LENGTH)
      this.#value += this.#html.slice(start, Math.min(end, start + MAX_VALUE_LENGTH));
  }

  onattribentity(codepoint: number): void {
    if (this.#attribute !== null && this.#value.length < MAX_VALUE_LENGTH)
      this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.#attribute === null) return;
    this.#attributes ??= new Map();
    this.#attributes.set(this.#attribute, this.#value);
  }

  onopentagend(): void {
    if (this.isStopped) return;
    this.#visitor.open(this.#name, this.#attributes ?? NO_ATTRIBUTES, this.#startedAt);
    this.#stopIfFull();
  }

  /** HTML knows no such tags: `<br/>` is one that has no end anyway, and `<div/>` is open (HTML §13.2.5.40). */
  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (this.isStopped) return;
    this.#visitor.close(this.#nameAt(start, end));
    this.#stopIfFull();
  }

  ontext(start: number, end: number): void {
    if (!this.isStopped) this.#visitor.text(this.#html.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    if (!this.isStopped) this.#visitor.text(String.fromCodePoint(codepoint));
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}

  #nameAt(start: number, end: number): string {
    return this.#html.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase();
  }

  #stopIfFull(): void {
    if (!this.#visitor.isFull?.()) return;
    this.isStopped = true;
    this.stop();
  }
}
