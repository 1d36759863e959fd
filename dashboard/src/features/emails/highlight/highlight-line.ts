export type Scope =
  | "comment"
  | "name"
  | "attribute"
  | "string"
  | "entity"
  | "keyword"
  | "number"
  | "property";
export type Token = { text: string; scope: Scope | null };
/** Where a line begins: what is open, and in a tag its element, which decides what follows. */
export type LineState =
  | { in: "text" | "comment" | "css" | "css-comment" }
  | { in: "tag"; element: string }
  | { in: "value"; element: string; quote: '"' | "'" };

type Rule = {
  /** Sticky. Its alternatives never overlap, so that the time is linear. */
  pattern: RegExp;
  scope: Scope | null;
  /** The state after the match, if it changes. */
  next?: (state: LineState, match: RegExpExecArray) => LineState;
};

export const START: LineState = { in: "text" };

const toText = (): LineState => START;
const toCss = (): LineState => ({ in: "css" });
const toComment = (): LineState => ({ in: "comment" });
const toTag = (_state: LineState, [, name = ""]: RegExpExecArray): LineState => ({
  in: "tag",
  element: name.toLowerCase(),
});
const toContent = (state: LineState): LineState =>
  "element" in state && state.element === "style" ? { in: "css" } : START;
const toValue =
  (quote: '"' | "'") =>
  (state: LineState): LineState => ({ in: "value", element: "element" in state ? state.element : "", quote });
const toAttributes = (state: LineState): LineState => ({
  in: "tag",
  element: "element" in state ? state.element : "",
});

const RULES: Record<Exclude<LineState["in"], "value">, Rule[]> = {
  text: [
    { pattern: /<!--/y, scope: "comment", next: toComment },
    { pattern: /<[!?][^>]*>?/y, scope: "comment" },
    { pattern: /<(\/?[a-z][\w:-]*)/iy, scope: "name", next: toTag },
    { pattern: /&#?\w{1,40};/y, scope: "entity" },
    { pattern: /[^<&]+|[<&]/y, scope: null },
  ],
  comment: [
    { pattern: /-->/y, scope: "comment", next: toText },
    { pattern: /[^-]+|-/y, scope: "comment" },
  ],
  tag: [
    { pattern: /\/?>/y, scope: "name", next: toContent },
    { pattern: /"[^"]*"|'[^']*'/y, scope: "string" },
    { pattern: /"[^"]*$/y, scope: "string", next: toValue('"') },
    { pattern: /'[^']*$/y, scope: "string", next: toValue("'") },
    { pattern: /(?<==\s*)[^\s"'>]+/y, scope: "string" },
    { pattern: /[^\s=>"'/]+/y, scope: "attribute" },
    { pattern: /[\s=]+|\//y, scope: null },
  ],
  css: [
    { pattern: /<(\/style)/iy, scope: "name", next: toTag },
    { pattern: /\/\*/y, scope: "comment", next: () => ({ in: "css-comment" }) },
    { pattern: /"[^"]*"?|'[^']*'?/y, scope: "string" },
    { pattern: /@[\w-]+|!\s*important/y, scope: "keyword" },
    // A selector such as `a:hover` has a colon too, but a brace before the next semicolon.
    { pattern: /[\w-]+(?=\s*:[^{};]{0,300}(?:[;}]|$))/y, scope: "property" },
    { pattern: /#[\da-f]{3,8}\b|\d+(?:\.\d+)?(?:%|[a-z]+)?/iy, scope: "number" },
    { pattern: /[\w-]+|\s+|[^\w-]/y, scope: null },
  ],
  "css-comment": [
    { pattern: /\*\//y, scope: "comment", next: toCss },
    { pattern: /[^*]+|\*/y, scope: "comment" },
  ],
};

const VALUE_RULES: Record<'"' | "'", Rule[]> = {
  '"': [
    { pattern: /[^"]*"/y, scope: "string", next: toAttributes },
    { pattern: /[^"]+$/y, scope: "string" },
  ],
  "'": [
    { pattern: /[^']*'/y, scope: "string", next: toAttributes },
    { pattern: /[^']+$/y, scope: "string" },
  ],
};

/** Splits a line of HTML into tokens, and returns the state in which the next line begins. */
export function highlightLine(line: string, start: LineState): { tokens: Token[]; state: LineState } {
  const tokens: Token[] = [];
  let state = start;
  let at = 0;
  while (at < line.length) {
    const rules = state.in === "value" ? VALUE_RULES[state.quote] : RULES[state.in];
    const found = firstMatch(rules, line, at);
    const text = found?.match[0] ?? line.charAt(at);
    append(tokens, { text, scope: found?.rule.scope ?? null });
    if (found?.rule.next) state = found.rule.next(state, found.match);
    at += text.length;
  }
  return { tokens, state };
}

function firstMatch(rules: Rule[], line: string, at: number) {
  for (const rule of rules) {
    rule.pattern.lastIndex = at;
    const match = rule.pattern.exec(line);
    if (match) return { rule, match };
  }
  return null;
}

function append(tokens: Token[], token: Token): void {
  const last = tokens.at(-1);
  if (last && last.scope === token.scope) last.text += token.text;
  else tokens.push(token);
}
