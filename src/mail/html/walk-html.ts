import { Tokenizer } from "htmlparser2";

/** The requested attributes, by name in lower case. If an attribute occurs twice, the first counts (HTML §13.2.5.33). */
export type Attributes = ReadonlyMap<string, string>;

export type HtmlVisitor = {
  open: (name: string, attributes: Attributes, at: number) => void;
  close: (name: string) => void;
  text: (text: string, at: number) => void;
  comment?: (at: number) => void;
  /** `<!doctype html>`: its text is `doctype html`. */
  declaration?: (text: string, at: number) => void;
  /** Checked after each tag; true ends the walk. */
  isFull?: () => boolean;
};

/** Gmail shows only the first 102 kB. Hostile HTML much longer than this could block an event loop for 100 ms. */
const MAX_LENGTH = 300_000;
/** Longer URLs do not work in mail programs, and an attribute may contain a whole image. */
const MAX_VALUE_LENGTH = 4_096;
const NO_ATTRIBUTES: Attributes = new Map();
/** No HTML tag has a longer name. */
const MAX_NAME_LENGTH = 100;

/**
 * Reports the tags and texts of HTML in order, in one pass, without a tree or recursion, so its time depends only on the
 * length, not on the nesting. The visitor closes unclosed elements. `isCut` is true when part of the HTML was not read.
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

/** The index at which to cut: not inside a tag if one begins nearby, and not inside a surrogate pair. */
function cutBefore(html: string, max: number): number {
  const tag = html.lastIndexOf("<", max);
  if (tag > max - MAX_VALUE_LENGTH) return tag;
  return html.charCodeAt(max - 1) >>> 10 === 0x36 ? max - 1 : max;
}

/** The tokenizer's callbacks. Their positions are indexes of `html`. */
class Walk {
  stop: () => void = () => undefined;
  isStopped = false;
  readonly #html: string;
  readonly #wanted: ReadonlySet<string>;
  readonly #visitor: HtmlVisitor;
  #name = "";
  #startedAt = 0;
  #attributes: Map<string, string> | null = null;
  /** Null when the attribute was not requested. */
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

  /** HTML has no self-closing tags: `<br/>` never has an end, and `<div/>` stays open (HTML §13.2.5.40). */
  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    if (this.isStopped) return;
    this.#visitor.close(this.#nameAt(start, end));
    this.#stopIfFull();
  }

  ontext(start: number, end: number): void {
    if (!this.isStopped) this.#visitor.text(this.#html.slice(start, end), start);
  }

  ontextentity(codepoint: number, end: number): void {
    if (!this.isStopped) this.#visitor.text(String.fromCodePoint(codepoint), end);
  }

  oncomment(start: number): void {
    if (!this.isStopped) this.#visitor.comment?.(start);
  }

  ondeclaration(start: number, end: number): void {
    if (!this.isStopped)
      this.#visitor.declaration?.(this.#html.slice(start, Math.min(end, start + MAX_NAME_LENGTH)), start);
  }

  oncdata(): void {}
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
