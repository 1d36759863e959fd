import { decodeHTMLAttribute } from "entities/decode";
import { Tokenizer } from "htmlparser2";

/** A link with an absolute URL. `start` and `end` are the indexes of its attribute value in the HTML. */
export type HtmlLink = {
  start: number;
  end: number;
  /** As written, with character references decoded. */
  href: string;
  attributes: ReadonlyMap<string, string>;
};

/** Links beyond this are not found. Mail programs show less (Gmail clips at 102 kB), and parsing more would block the event loop for over 10 ms. */
const MAX_LENGTH = 1_000_000;
/** `<!--[if mso]> … <![endif]-->`, also with `vml`, `gte mso 9` and parentheses. Outlook shows its content; other programs do not. */
const OUTLOOK_ONLY = /^\[if\b[^\]]*\b(?:mso|vml)\b[^\]]*\]>/i;
/** The value begins after the equals sign, spaces and one quote (HTML §13.2.5.35). */
const BEFORE_VALUE = /[\t\n\f\r ]*=[\t\n\f\r ]*["']?/y;
/** Without character references, the tokenizer skips texts and values, and takes a third less time. */
const SKIPPING = { decodeEntities: false };
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

type FoundLinks = {
  /** In the order of the HTML. */
  links: HtmlLink[];
  /** The index of `</body>`, otherwise of `</html>`, otherwise the end. */
  bodyEnd: number;
};

/**
 * Finds the links that a reader can follow: `href` of `a` and `area`, and of VML shapes in conditional comments for Outlook. Text in CSS,
 * in scripts and in other comments contains no links. `keep` names further attributes to report.
 */
export function findLinks(html: string, keep: ReadonlySet<string>): FoundLinks {
  const found: FoundLinks = { links: [], bodyEnd: -1 };
  const end = Math.min(html.length, MAX_LENGTH);
  const finder = new LinkFinder(html, { keep, found });
  const tokenizer = new Tokenizer(SKIPPING, finder);
  tokenizer.write(end < html.length ? html.slice(0, end) : html);
  tokenizer.end();
  if (found.bodyEnd < 0 || end < html.length) found.bodyEnd = html.length;
  return found;
}

type Options = { keep: ReadonlySet<string>; found: FoundLinks; offset?: number };

/** The tokenizer's callbacks. Their positions are relative to `offset`, because the content of a comment is tokenized on its own. */
class LinkFinder {
  readonly #html: string;
  readonly #keep: ReadonlySet<string>;
  readonly #found: FoundLinks;
  readonly #offset: number;
  #isLink = false;
  #name = "";
  #nameEnd = 0;
  #isWanted = false;
  #value = "";
  #hasHref = false;
  #href: { start: number; end: number; text: string } | null = null;
  #attributes: Map<string, string> | null = null;

  constructor(html: string, { keep, found, offset = 0 }: Options) {
    this.#html = html;
    this.#keep = keep;
    this.#found = found;
    this.#offset = offset;
  }

  onopentagname(start: number, end: number): void {
    const name = this.#slice(start, end).toLowerCase();
    this.#isLink = name === "a" || name === "area" || (this.#offset > 0 && name.startsWith("v:"));
    this.#hasHref = false;
    this.#href = null;
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    if (!this.#isLink) return;
    this.#name = this.#slice(start, end).toLowerCase();
    this.#nameEnd = end;
    // The first of two attributes with the same name counts (HTML §13.2.5.33).
    this.#isWanted =
      this.#name === "href"
        ? !this.#hasHref
        : this.#keep.has(this.#name) && !this.#attributes?.has(this.#name);
    this.#value = "";
  }

  onattribdata(start: number, end: number): void {
    if (this.#isLink && this.#isWanted) this.#value += this.#slice(start, end);
  }

  onattribend(quote: number, end: number): void {
    if (!this.#isLink || !this.#isWanted) return;
    if (this.#name !== "href") {
      this.#attributes ??= new Map();
      this.#attributes.set(this.#name, decodeHTMLAttribute(this.#value));
      return;
    }
    this.#hasHref = true;
    if (quote !== NO_VALUE)
      this.#href = {
        start: this.#valueStart(),
        end: this.#offset + end - (quote > UNQUOTED ? 1 : 0),
        text: decodeHTMLAttribute(this.#value),
      };
  }

  onopentagend(): void {
    if (!this.#isLink || this.#href === null) return;
    const { start, end, text } = this.#href;
    this.#found.links.push({ start, end, href: text, attributes: this.#attributes ?? NO_ATTRIBUTES });
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#slice(start, end).toLowerCase();
    if ((name === "body" || name === "html") && this.#offset === 0 && this.#found.bodyEnd < 0)
      this.#found.bodyEnd = start - "</".length;
  }

  oncomment(start: number, end: number, endOffset: number): void {
    if (this.#offset > 0) return;
    const comment = this.#html.slice(start, end - endOffset);
    const condition = OUTLOOK_ONLY.exec(comment)?.[0];
    if (condition === undefined || /^\[if\s+!\s*(?:mso|vml)\s*\]/i.test(comment)) return;
    const inner = new Tokenizer(
      SKIPPING,
      new LinkFinder(this.#html, { keep: this.#keep, found: this.#found, offset: start + condition.length }),
    );
    inner.write(comment.slice(condition.length));
    inner.end();
  }

  ontext(): void {}
  onattribentity(): void {}
  ontextentity(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #valueStart(): number {
    BEFORE_VALUE.lastIndex = this.#offset + this.#nameEnd;
    return BEFORE_VALUE.test(this.#html) ? BEFORE_VALUE.lastIndex : this.#offset + this.#nameEnd;
  }

  #slice(start: number, end: number): string {
    return this.#html.slice(this.#offset + start, this.#offset + end);
  }
}

/** The tokenizer's QuoteType: `href` without a value, and a value without quotes. After quotes, its index is past the closing one. */
const NO_VALUE = 0;
const UNQUOTED = 1;
