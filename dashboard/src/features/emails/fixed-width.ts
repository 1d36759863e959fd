/** Wider elements are tricks that hide text, or pictures that no mail client shows in full. */
const MAX_WIDTH = 1_200;

/** The start of styles for narrow screens. Bounded repeats here and below: a megabyte of spaces must not take quadratic time. */
const ADAPTS = /@media[^@{}]{0,200}(?:min|max)-(?:device-)?width[^@{}<>]{0,200}\{/i;
/** An opening tag, or the declarations of a rule in a style sheet. */
const PARTS = /<[a-z][^<>]{0,4000}>|\{[^{}]{0,4000}\}/gi;
const DECLARATIONS = /\{([^{}]{0,4000})\}/g;
/** Characters in front of declarations that may be their selectors. */
const MAX_SELECTORS = 400;
const SELECTED = /[.#]?[a-z][\w-]{0,80}/gi;
const CLASSES = /\sclass\s{0,9}=\s{0,9}["']?([^"'<>]{0,400})/i;
const ID = /\sid\s{0,9}=\s{0,9}["']?([^"'<>\s]{1,80})/i;
const FLEXIBLE = /(?<![\w-])(?:max-)?width\s{0,9}:\s{0,9}[\d.]{1,9}(?:%|vw)/i;
const PIXELS = /(?<![\w-])(?:min-)?width\s{0,9}:\s{0,9}(\d{1,5})(?:\.\d{0,9})?px/gi;
const ATTRIBUTE = /\swidth\s{0,9}=\s{0,9}["']?\s{0,9}(\d{1,5})(?:px)?\s{0,9}(?:["'/>\s]|$)/i;

/**
 * The width in pixels below which the message does not fit, such as that of a table with a fixed width; 0 if it adapts to any width.
 * Read from the HTML, because nothing outside a sandboxed frame can measure its content.
 */
export function fixedWidthOf(html: string): number {
  const shown = withoutComments(html);
  if (ADAPTS.test(shown)) return 0;
  const flexible = flexibleNamesIn(shown);
  let widest = 0;
  for (const [part] of shown.matchAll(PARTS)) {
    const width = widthOf(part, flexible);
    if (width <= MAX_WIDTH && width > widest) widest = width;
  }
  return widest;
}

/** Styles win over the attribute. */
function widthOf(part: string, flexible: ReadonlySet<string>): number {
  if (FLEXIBLE.test(part)) return 0;
  const styled = [...part.matchAll(PIXELS)].map(([, width]) => Number(width));
  if (styled.length > 0) return Math.max(...styled);
  const [, width] = ATTRIBUTE.exec(part) ?? [];
  return width && namesOf(part).every((name) => !flexible.has(name)) ? Number(width) : 0;
}

/** The elements, classes and ids to which a style sheet gives a flexible width, such as `img`, `.container` and `#main`. */
function flexibleNamesIn(html: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { 1: declarations = "", index } of html.matchAll(DECLARATIONS)) {
    if (!FLEXIBLE.test(declarations)) continue;
    for (const [name] of selectorsBefore(html, index).matchAll(SELECTED)) names.add(name.toLowerCase());
  }
  return names;
}

/** The text between the part of the style sheet before and declarations that begin at `end`. */
function selectorsBefore(html: string, end: number): string {
  const least = Math.max(0, end - MAX_SELECTORS);
  let start = end;
  while (start > least && !"{}<>;".includes(html.charAt(start - 1))) start -= 1;
  return html.slice(start, end);
}

/** The element, the classes and the id of an opening tag. */
function namesOf(tag: string): string[] {
  const [, element = ""] = /^<([a-z][\w-]{0,40})/i.exec(tag) ?? [];
  const [, classes = ""] = CLASSES.exec(tag) ?? [];
  const [, id = ""] = ID.exec(tag) ?? [];
  return [element, `#${id}`, ...classes.split(/\s/).map((name) => `.${name}`)].map((name) =>
    name.toLowerCase(),
  );
}

/** Comments contain tables of a fixed width for old versions of Outlook. */
function withoutComments(html: string): string {
  let shown = "";
  let end = 0;
  for (;;) {
    const start = html.indexOf("<!--", end);
    if (start < 0) return shown + html.slice(end);
    shown += html.slice(end, start);
    const close = html.indexOf("-->", start + 4);
    if (close < 0) return shown;
    end = close + 3;
  }
}
