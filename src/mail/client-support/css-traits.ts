/** Reports a trait and the position at which it is used. */
export type OnTrait = (trait: string, at: number) => void;

/** Comments, URLs and strings. Each alternative also matches without its end, so that the time stays linear. */
const OPAQUE =
  /\/\*[\s\S]*?(?:\*\/|$)|url\(\s*(?:"[^"]*"?|'[^']*'?|[^)]*)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/gi;
const GROUPS = new Set(["media", "supports", "layer", "container", "document"]);
const MEDIA_FEATURE = /\(\s*([a-z-]+)/g;
// The lookbehind keeps the time linear: without it, each letter of a long word begins a match that fails.
const FUNCTION = /(?<![a-z-])([a-z-]+)\(/g;
const UNIT = /\d(%|[a-z]+)/g;
const IMAGE_URL = /^url\(\s*["']?([^"')\s]*)/i;

/**
 * Reports the traits of a style sheet, or of the declarations in a `style` attribute, in one pass. Mail contains CSS that no browser
 * accepts, so this reader never fails: it takes what stands between braces and semicolons.
 */
export function findCssTraits(
  css: string,
  { onTrait, onUrl, inside }: { onTrait: OnTrait; onUrl: OnTrait; inside: "sheet" | "attribute" },
): void {
  const plain = css.replace(OPAQUE, (text, at: number) => {
    if (text.startsWith("/*")) onTrait("comment:css", at);
    const url = IMAGE_URL.exec(text)?.[1];
    if (url) onUrl(url, at);
    return " ".repeat(text.length);
  });
  new CssReader(onTrait, inside).read(plain.toLowerCase());
}

type Block = "group" | "frames" | "rule";

class CssReader {
  readonly #onTrait: OnTrait;
  readonly #open: Block[] = [];
  /** Rules among the open blocks. In a `style` attribute, one that never ends. */
  #rules: number;

  constructor(onTrait: OnTrait, inside: "sheet" | "attribute") {
    this.#onTrait = onTrait;
    this.#rules = inside === "attribute" ? 1 : 0;
  }

  read(css: string): void {
    let start = 0;
    for (const { 0: mark, index } of css.matchAll(/[{};]/g)) {
      this.#part(css, { start, end: index, mark });
      start = index + 1;
    }
    this.#part(css, { start, end: css.length, mark: "}" });
  }

  #part(css: string, { start, end, mark }: { start: number; end: number; mark: string }): void {
    const whole = css.slice(start, end);
    const text = whole.trimStart();
    const at = end - text.length;
    if (text.startsWith("@")) this.#atRule(text, at);
    else if (mark === "{") this.#selectors(text.trimEnd(), at);
    else if (this.#rules > 0) this.#declaration(text, at);
    if (mark === "{") this.#enter(text);
    if (mark === "}" && this.#open.pop() === "rule") this.#rules -= 1;
  }

  #enter(text: string): void {
    const name = /^@([a-z-]+)/.exec(text)?.[1];
    const block = name?.endsWith("keyframes") ? "frames" : name && GROUPS.has(name) ? "group" : "rule";
    this.#open.push(block);
    if (block === "rule") this.#rules += 1;
  }

  #atRule(text: string, at: number): void {
    const name = /^@([a-z-]+)/.exec(text)?.[1] ?? "";
    this.#onTrait(`at:${name}`, at);
    if (name !== "media") return;
    for (const [, feature] of text.matchAll(MEDIA_FEATURE)) this.#onTrait(`media:${feature}`, at);
  }

  #declaration(text: string, at: number): void {
    const colon = text.indexOf(":");
    if (colon < 0) return;
    const property = text.slice(0, colon).trimEnd();
    const value = text.slice(colon + 1);
    this.#onTrait(property.startsWith("--") ? "function:var" : `property:${property}`, at);
    for (const [, name] of value.matchAll(FUNCTION)) this.#onTrait(`function:${name}`, at);
    for (const [, unit] of value.matchAll(UNIT)) this.#onTrait(`unit:${unit}`, at);
    for (const word of value.split(/[\s,()]+/)) {
      this.#onTrait(`keyword:${word}`, at);
      this.#onTrait(`value:${property}:${word}`, at);
    }
    if (/!\s*important/.test(value)) this.#onTrait("important", at);
  }

  #selectors(text: string, at: number): void {
    // The blocks of @keyframes begin with a percentage.
    if (text === "" || this.#open.at(-1) === "frames") return;
    if (this.#rules > 0) this.#onTrait("nesting", at);
    const selector = text.replace(/\[[^\]]*\]?/g, "[]").replace(/(:nth-[a-z-]+|:lang)\([^)]*\)?/g, "$1");
    for (const [, name] of selector.matchAll(/::?([a-z-]+)/g)) this.#onTrait(`pseudo:${name}`, at);
    for (const [kind, pattern] of SELECTORS)
      if (pattern.test(selector)) this.#onTrait(`selector:${kind}`, at);
  }
}

const SELECTORS: readonly (readonly [string, RegExp])[] = [
  ["type", /(?:^|[\s>+~,(])[a-z]/],
  ["class", /\./],
  ["id", /#/],
  ["attribute", /\[/],
  ["universal", /\*/],
  ["child", />/],
  ["adjacent-sibling", /\+/],
  ["general-sibling", /~/],
  ["grouping", /,/],
  ["chaining", /\.[^\s.:>+~,#[()]+\./],
  ["descendant", /[^\s>+~,(]\s+[^\s>+~,)]/],
];
