import { type Attributes, walkHtml } from "../html/index.ts";
import { findCssTraits, type OnTrait } from "./css-traits.ts";

/** Besides those whose mere presence is a trait. */
const READ_ATTRIBUTES = ["style", "src", "href", "srcset", "background", "type", "name"];
/** Extension → format. */
const SAME_FORMAT = new Map([
  ["jpeg", "jpg"],
  ["tif", "tiff"],
  ["heic", "heif"],
  ["svg+xml", "svg"],
  ["x-icon", "ico"],
]);

/**
 * Reports what HTML is made of, in one pass: `element:video`, `attribute:align`, `property:display`, `value:display:flex`, `unit:vw`,
 * `at:media`, `image:webp`. Only the attributes in `attributeNames` are reported. `walkHtml` bounds the time; `isCut` is true when part
 * of the HTML was not read.
 */
export function findTraits(
  html: string,
  attributeNames: readonly string[],
  onTrait: OnTrait,
): { isCut: boolean } {
  const reader = new TraitReader(onTrait);
  const { isCut } = walkHtml(html, new Set([...READ_ATTRIBUTES, ...attributeNames]), reader);
  reader.endSheet();
  return { isCut };
}

/** The visitor for walkHtml. */
class TraitReader {
  readonly #onTrait: OnTrait;
  /** The text of the open `<style>`, and its position. */
  #sheet: { css: string; at: number } | null = null;

  constructor(onTrait: OnTrait) {
    this.#onTrait = onTrait;
  }

  open(name: string, attributes: Attributes, at: number): void {
    this.#onTrait(`element:${name}`, at);
    if (name === "style") this.#sheet = { css: "", at: -1 };
    for (const [attribute, value] of attributes) this.#attribute(name, { attribute, value, at });
    if (name === "meta") this.#onTrait(`meta:${attributes.get("name")?.trim().toLowerCase()}`, at);
  }

  close(name: string): void {
    if (name === "style") this.endSheet();
  }

  text(text: string, at: number): void {
    if (!this.#sheet) return;
    if (this.#sheet.at < 0) this.#sheet.at = at;
    this.#sheet.css += text;
  }

  comment(at: number): void {
    this.#onTrait("comment:html", at);
  }

  declaration(text: string, at: number): void {
    if (/^doctype\s+html\s*$/i.test(text)) this.#onTrait("doctype", at);
  }

  /** A style sheet may have no end tag. */
  endSheet(): void {
    if (!this.#sheet) return;
    const { css, at: start } = this.#sheet;
    this.#sheet = null;
    findCssTraits(css, {
      inside: "sheet",
      onTrait: (trait, at) => this.#onTrait(trait, start + at),
      onUrl: (url, at) => this.#image(url, start + at),
    });
  }

  #attribute(
    element: string,
    { attribute, value, at }: { attribute: string; value: string; at: number },
  ): void {
    this.#onTrait(`attribute:${attribute}`, at);
    if (attribute === "type") this.#onTrait(`type:${element}:${value.trim().toLowerCase()}`, at);
    if (attribute === "href" && value.startsWith("#")) this.#onTrait("link:#", at);
    if (attribute === "href" && /^\s*mailto:/i.test(value)) this.#onTrait("link:mailto", at);
    if (attribute === "background" || (attribute === "src" && element === "img")) this.#image(value, at);
    if (attribute === "srcset")
      for (const part of value.split(",")) this.#image(part.trim().split(/\s/, 1)[0] ?? "", at);
    if (attribute === "style")
      findCssTraits(value, {
        inside: "attribute",
        onTrait: (trait) => this.#onTrait(trait, at),
        onUrl: (url) => this.#image(url, at),
      });
  }

  #image(url: string, at: number): void {
    if (/^data:[^,]*;base64/i.test(url)) this.#onTrait("image:base64", at);
    const format =
      /^data:image\/([\w.+-]+)/i.exec(url)?.[1] ?? /\.(\w+)$/.exec(url.replace(/[?#].*$/s, ""))?.[1];
    if (!format) return;
    const name = format.toLowerCase();
    this.#onTrait(`image:${SAME_FORMAT.get(name) ?? name}`, at);
  }
}
