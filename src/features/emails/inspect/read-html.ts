import { Parser } from "htmlparser2";

export type HtmlLink = { href: string; text: string; line: number };
export type HtmlImage = { src: string | null; alt: string | null; line: number };
export type HtmlFacts = {
  links: HtmlLink[];
  images: HtmlImage[];
  /** Elements that mail readers remove. */
  removed: { name: string; line: number }[];
  /** Characters that are seen, without white space; counted up to a screenful. */
  textLength: number;
  /** There was more than we look at. */
  isCut: boolean;
};

/** Where the reading ends: what is larger is no mail but an attack on who reads it. */
const maxHtmlLength = 5_000_000;
const maxDepth = 1_000;
const maxMs = 500;
const maxItems = 5_000;
const maxLinkText = 300;
const screenful = 1_000;
/** Between two looks at the clock. */
const pieceLength = 16_384;

const unseen = new Set(["head", "style", "script", "title", "template", "noscript"]);
const removedElements = new Set(["script", "iframe", "frame", "object", "embed", "applet", "form", "base"]);

/** What an HTML body links to and shows, as mail readers would take it. Bounded in size, depth and time. */
export function readHtml(html: string): HtmlFacts {
  const facts: HtmlFacts = { links: [], images: [], removed: [], textLength: 0, isCut: false };
  const reader = new HtmlReader(html, facts);
  const parser = new Parser(reader, { decodeEntities: true });
  reader.position = () => parser.startIndex;
  const end = Math.min(html.length, maxHtmlLength);
  const deadline = performance.now() + maxMs;
  let at = 0;
  for (; at < end && !reader.isFull && performance.now() < deadline; at += pieceLength)
    parser.write(html.slice(at, Math.min(end, at + pieceLength)));
  facts.isCut = at < end || end < html.length;
  if (!facts.isCut) parser.end();
  return facts;
}

/** Callbacks of the parser. */
class HtmlReader {
  position: () => number = () => 0;
  readonly #html: string;
  readonly #facts: HtmlFacts;
  #depth = 0;
  #unseenDepth = 0;
  #link: HtmlLink | null = null;
  #line = 1;
  #countedTo = 0;

  constructor(html: string, facts: HtmlFacts) {
    this.#html = html;
    this.#facts = facts;
  }

  get isFull(): boolean {
    const { links, images, removed } = this.#facts;
    return this.#depth > maxDepth || links.length + images.length + removed.length > maxItems;
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (unseen.has(name)) this.#unseenDepth += 1;
    if (this.isFull) return;
    if (removedElements.has(name) || isLinkedStyle(name, attributes))
      this.#facts.removed.push({ name, line: this.#lineHere() });
    if (name === "a" || name === "area") this.#openLink(attributes.href);
    if (name === "img") {
      const { src = null, alt = null } = attributes;
      this.#facts.images.push({ src, alt, line: this.#lineHere() });
    }
  }

  ontext(text: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#link && this.#link.text.length < maxLinkText) this.#link.text += text.slice(0, maxLinkText);
    if (this.#facts.textLength < screenful)
      this.#facts.textLength += text
        .slice(0, screenful)
        .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, "").length;
  }

  onclosetag(name: string): void {
    this.#depth -= 1;
    if (unseen.has(name)) this.#unseenDepth -= 1;
    if (name === "a") this.#link = null;
  }

  /** An anchor without an address is a place to jump to, and no link. */
  #openLink(href: string | undefined): void {
    if (href === undefined) return;
    this.#link = { href, text: "", line: this.#lineHere() };
    this.#facts.links.push(this.#link);
  }

  #lineHere(): number {
    const position = this.position();
    for (let next = this.#next(); next !== -1 && next < position; next = this.#next()) {
      this.#line += 1;
      this.#countedTo = next + 1;
    }
    return this.#line;
  }

  #next(): number {
    return this.#html.indexOf("\n", this.#countedTo);
  }
}

function isLinkedStyle(name: string, { rel = "" }: Record<string, string>): boolean {
  return name === "link" && rel.toLowerCase().includes("stylesheet");
}
