import { type Attributes, walkHtml } from "../../../mail/html/index.ts";

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

const maxItems = 5_000;
const maxLinkText = 300;
const screenful = 1_000;

const attributeNames = new Set(["href", "src", "alt", "rel"]);
const unseen = new Set(["head", "style", "script", "title", "template", "noscript"]);
const removedElements = new Set(["script", "iframe", "frame", "object", "embed", "applet", "form", "base"]);

/** What an HTML body links to and shows, as mail readers would take it. `walkHtml` bounds the time that it takes. */
export function readHtml(html: string): HtmlFacts {
  const reader = new HtmlReader(html);
  const { isCut } = walkHtml(html, attributeNames, reader);
  return { ...reader.facts, isCut };
}

/** What walkHtml visits. */
class HtmlReader {
  readonly facts: Omit<HtmlFacts, "isCut"> = { links: [], images: [], removed: [], textLength: 0 };
  readonly #html: string;
  #unseenDepth = 0;
  #link: HtmlLink | null = null;
  #line = 1;
  /** Of the line `#line`; -1: it is the last. */
  #lineEnd: number;

  constructor(html: string) {
    this.#html = html;
    this.#lineEnd = html.indexOf("\n");
  }

  isFull(): boolean {
    const { links, images, removed } = this.facts;
    return links.length + images.length + removed.length > maxItems;
  }

  open(name: string, attributes: Attributes, at: number): void {
    if (unseen.has(name)) this.#unseenDepth += 1;
    if (removedElements.has(name) || isLinkedStyle(name, attributes))
      this.facts.removed.push({ name, line: this.#lineOf(at) });
    if (name === "a" || name === "area") this.#openLink(attributes.get("href"), at);
    if (name === "img") {
      const { src = null, alt = null } = Object.fromEntries(attributes);
      this.facts.images.push({ src, alt, line: this.#lineOf(at) });
    }
  }

  text(text: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#link && this.#link.text.length < maxLinkText) this.#link.text += text.slice(0, maxLinkText);
    if (this.facts.textLength < screenful)
      this.facts.textLength += text
        .slice(0, screenful)
        .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, "").length;
  }

  close(name: string): void {
    if (unseen.has(name) && this.#unseenDepth > 0) this.#unseenDepth -= 1;
    if (name === "a") this.#link = null;
  }

  /** An anchor without an address is a place to jump to, and no link. */
  #openLink(href: string | undefined, at: number): void {
    if (href === undefined) return;
    this.#link = { href, text: "", line: this.#lineOf(at) };
    this.facts.links.push(this.#link);
  }

  #lineOf(position: number): number {
    while (this.#lineEnd !== -1 && this.#lineEnd < position) {
      this.#line += 1;
      this.#lineEnd = this.#html.indexOf("\n", this.#lineEnd + 1);
    }
    return this.#line;
  }
}

function isLinkedStyle(name: string, attributes: Attributes): boolean {
  return name === "link" && (attributes.get("rel") ?? "").toLowerCase().includes("stylesheet");
}
