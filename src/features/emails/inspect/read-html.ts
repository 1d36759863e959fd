import { type Attributes, walkHtml } from "../../../mail/html/index.ts";

export type HtmlLink = { href: string; text: string; line: number };
export type HtmlImage = { src: string | null; alt: string | null; line: number };
export type HtmlFacts = {
  links: HtmlLink[];
  images: HtmlImage[];
  /** Elements that mail clients remove. */
  removed: { name: string; line: number }[];
  /** Visible characters without white space, counted up to a screenful. */
  textLength: number;
  /** The HTML was too large to be read completely. */
  isCut: boolean;
};

const MAX_ITEMS = 5_000;
const MAX_LINK_TEXT = 300;
const SCREENFUL = 1_000;

const ATTRIBUTE_NAMES = new Set(["href", "src", "alt", "rel"]);
const UNSEEN = new Set(["head", "style", "script", "title", "template", "noscript"]);
const REMOVED_ELEMENTS = new Set(["script", "iframe", "frame", "object", "embed", "applet", "form", "base"]);

/** Reads the links, images and text of an HTML body like a mail client. `walkHtml` limits the time. */
export function readHtml(html: string): HtmlFacts {
  const reader = new HtmlReader(html);
  const { isCut } = walkHtml(html, ATTRIBUTE_NAMES, reader);
  return { ...reader.facts, isCut };
}

/** The visitor for walkHtml. */
class HtmlReader {
  readonly facts: Omit<HtmlFacts, "isCut"> = { links: [], images: [], removed: [], textLength: 0 };
  readonly #html: string;
  #unseenDepth = 0;
  #link: HtmlLink | null = null;
  #line = 1;
  /** Where the line `#line` ends; -1: it is the last line. */
  #lineEnd: number;

  constructor(html: string) {
    this.#html = html;
    this.#lineEnd = html.indexOf("\n");
  }

  isFull(): boolean {
    const { links, images, removed } = this.facts;
    return links.length + images.length + removed.length > MAX_ITEMS;
  }

  open(name: string, attributes: Attributes, at: number): void {
    if (UNSEEN.has(name)) this.#unseenDepth += 1;
    if (REMOVED_ELEMENTS.has(name) || isLinkedStyle(name, attributes))
      this.facts.removed.push({ name, line: this.#lineOf(at) });
    if (name === "a" || name === "area") this.#openLink(attributes.get("href"), at);
    if (name === "img") {
      const { src = null, alt = null } = Object.fromEntries(attributes);
      this.facts.images.push({ src, alt, line: this.#lineOf(at) });
    }
  }

  text(text: string): void {
    if (this.#unseenDepth > 0) return;
    if (this.#link && this.#link.text.length < MAX_LINK_TEXT) this.#link.text += text.slice(0, MAX_LINK_TEXT);
    if (this.facts.textLength < SCREENFUL)
      this.facts.textLength += text
        .slice(0, SCREENFUL)
        .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, "").length;
  }

  close(name: string): void {
    if (UNSEEN.has(name) && this.#unseenDepth > 0) this.#unseenDepth -= 1;
    if (name === "a") this.#link = null;
  }

  /** An anchor without href is a jump target, not a link. */
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
