import {
  BLOCK_ELEMENTS,
  CELL_ELEMENTS,
  LIST_ELEMENTS,
  PARAGRAPH_ELEMENTS,
  UNREAD_ELEMENTS,
  VOID_ELEMENTS,
} from "./elements.ts";
import { isHidden, isPixel } from "./is-hidden.ts";
import { type LinkInText, linkSuffix } from "./link-in-text.ts";
import { OpenElements } from "./open-elements.ts";
import { TablesInText } from "./tables-in-text.ts";
import { joinLines, TextLines } from "./text-lines.ts";
import { type Attributes, walkHtml } from "./walk-html.ts";

const READ_ATTRIBUTES = new Set(["href", "alt", "style", "hidden", "role", "start", "width", "height"]);
const RULE = "-".repeat(40);
const CUT_NOTE = "[The rest of this message is in its HTML part.]";
const NO_WORDS = "[This message is made of images. They are in its HTML part.]";

export type PlainTextOptions = {
  /** Whether long lines are wrapped. Set to false for programs that search for adjacent words. */
  isWrapped?: boolean;
  /** Whether link addresses follow the link texts. */
  showsTargets?: boolean;
};

/** Converts an HTML mail to plain text. The same HTML always gives the same text. `walkHtml` bounds the time. */
export function plainTextOf(html: string, options: PlainTextOptions = {}): string {
  const reader = new PlainTextReader(options);
  const { isCut } = walkHtml(html, READ_ATTRIBUTES, reader);
  const text = reader.end();
  if (isCut) return text === "" ? CUT_NOTE : `${text}\n\n${CUT_NOTE}`;
  return text === "" && reader.hasImages ? NO_WORDS : text;
}

/** Determines the action at the end of an element. */
type Kind =
  | "inline"
  | "block"
  | "paragraph"
  | "list"
  | "item"
  | "quote"
  | "fixed"
  | "link"
  | "table"
  | "row"
  | "cell"
  | "unread";

class PlainTextReader {
  hasImages = false;
  readonly #options: PlainTextOptions;
  readonly #open = new OpenElements<Kind>(({ kind }) => this.#end(kind));
  readonly #tables = new TablesInText(new TextLines());
  /** The number of the next item, or null in unnumbered lists. */
  readonly #lists: (number | null)[] = [];
  #unread = 0;
  #fixed = 0;
  #link: LinkInText | null = null;

  constructor(options: PlainTextOptions) {
    this.#options = options;
  }

  open(name: string, attributes: Attributes): void {
    this.#open.closeBefore(name);
    const isUnread = UNREAD_ELEMENTS.has(name) || (attributes.size > 0 && isHidden(attributes));
    if (VOID_ELEMENTS.has(name)) {
      if (this.#unread === 0 && !isUnread) this.#readVoid(name, attributes);
    } else if (isUnread && this.#unread === 0) {
      // This element is pushed even when the stack is full: the text of a style sheet must not be read.
      this.#unread += 1;
      this.#open.push({ name, kind: "unread" });
    } else if (this.#open.isFull) {
      this.#open.skip();
      if (this.#unread === 0) this.#separate(name);
    } else this.#open.push({ name, kind: this.#unread > 0 ? "inline" : this.#begin(name, attributes) });
  }

  close(name: string): void {
    if (!this.#open.close(name) && this.#unread === 0) this.#separate(name);
  }

  text(text: string): void {
    if (this.#unread > 0) return;
    if (this.#fixed > 0) this.#lines.addFixed(text);
    else this.#lines.add(text);
  }

  end(): string {
    this.#open.closeAll();
    this.#endLine();
    return joinLines(this.#lines.lines, { isWrapped: this.#options.isWrapped ?? true });
  }

  get #lines(): TextLines {
    return this.#tables.page;
  }

  #readVoid(name: string, attributes: Attributes): void {
    if (name === "br") {
      if (this.#fixed > 0) this.#lines.addFixed("\n");
      else this.#lines.breakLine();
    } else if (name === "hr") {
      this.#endParagraph();
      this.#lines.add(RULE);
      this.#endParagraph();
    } else if (name === "img" && !isPixel(attributes)) {
      this.hasImages = true;
      if (this.#link) this.#link.hasImage = true;
      this.#lines.add(` ${attributes.get("alt") ?? ""} `);
    }
  }

  #begin(name: string, attributes: Attributes): Kind {
    if (name === "a") return this.#beginLink(attributes);
    if (LIST_ELEMENTS.has(name)) return this.#beginList(name, attributes);
    this.#separate(name);
    if (name === "li") return this.#beginItem();
    if (name === "table" && this.#tables.begin(attributes)) return "table";
    if (name === "tr" && this.#tables.beginRow()) return "row";
    if (CELL_ELEMENTS.has(name) && this.#tables.beginCell(name)) return "cell";
    if (name === "blockquote") return this.#beginIndented("> ", "quote");
    if (name === "dd") return this.#beginIndented("  ", "item");
    if (name === "pre" || name === "listing") {
      this.#fixed += 1;
      return "fixed";
    }
    if (PARAGRAPH_ELEMENTS.has(name)) return "paragraph";
    return BLOCK_ELEMENTS.has(name) ? "block" : "inline";
  }

  #beginLink(attributes: Attributes): Kind {
    const href = attributes.get("href");
    if (href === undefined || this.#options.showsTargets === false) return "inline";
    this.#link = { href, page: this.#lines, start: this.#lines.place, hasImage: false };
    return "link";
  }

  #beginList(name: string, attributes: Attributes): Kind {
    // A list inside an item belongs to the item, so no empty line precedes it.
    if (this.#lists.length > 0) this.#endLine();
    else this.#endParagraph();
    const start = Number.parseInt(attributes.get("start") ?? "1", 10);
    this.#lists.push(name === "ol" ? (Math.abs(start) < 1_000_000 ? start : 1) : null);
    return "list";
  }

  #beginItem(): Kind {
    const number = this.#lists.at(-1) ?? null;
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1;
    const marker = number === null ? "- " : `${number}. `;
    this.#lines.enter(marker, " ".repeat(marker.length));
    return "item";
  }

  #beginIndented(prefix: string, kind: "quote" | "item"): Kind {
    this.#lines.enter(prefix, prefix);
    return kind;
  }

  #end(kind: Kind): void {
    if (kind === "unread") this.#unread -= 1;
    else if (kind === "link") this.#endLink();
    else if (kind !== "inline") this.#endBlock(kind);
  }

  #endBlock(kind: Exclude<Kind, "unread" | "link" | "inline">): void {
    this.#endLine();
    if (kind === "fixed") this.#fixed -= 1;
    if (kind === "item" || kind === "quote") this.#lines.leave();
    if (kind === "cell") this.#tables.endCell();
    if (kind === "row") this.#tables.endRow();
    if (kind === "table") this.#tables.end();
    if (kind === "list") this.#lists.pop();
    const isOutermost = kind === "list" && this.#lists.length === 0;
    if (kind === "paragraph" || kind === "quote" || kind === "fixed" || kind === "table" || isOutermost)
      this.#endParagraph();
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = null;
    if (link && link.page === this.#lines) link.page.addBehind(link.start, linkSuffix(link));
  }

  /** Adds the line or paragraph break of an element, whether or not the element is kept. */
  #separate(name: string): void {
    if (PARAGRAPH_ELEMENTS.has(name)) this.#endParagraph();
    else if (BLOCK_ELEMENTS.has(name)) this.#endLine();
  }

  #endLine(): void {
    this.#lines.endLine({ isFixed: this.#fixed > 0 });
  }

  #endParagraph(): void {
    this.#endLine();
    this.#lines.endParagraph();
  }
}
