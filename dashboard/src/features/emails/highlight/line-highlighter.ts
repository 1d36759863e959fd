import { highlightLine, type LineState, START, type Token } from "./highlight-line.ts";

export type HighlightedLine = { tokens: Token[]; state: LineState };

/** Enough for the lines of a large email and those of its last changes. */
const MAX_CACHED = 20_000;
/** A longer line has one color: a key press in it would otherwise build thousands of elements again. */
const MAX_LINE_LENGTH = 30_000;

/** Highlights a text again and again: a line that has not changed is the same object as before. */
export class LineHighlighter {
  readonly #cache = new Map<string, HighlightedLine>();

  highlight(text: string): HighlightedLine[] {
    if (this.#cache.size > MAX_CACHED) this.#cache.clear();
    let state = START;
    return text.split("\n").map((line) => {
      const highlighted = this.#line(line, state);
      state = highlighted.state;
      return highlighted;
    });
  }

  #line(line: string, state: LineState): HighlightedLine {
    const key = `${Object.values(state).join(" ")}\n${line}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const highlighted = highlightLine(line, state);
    if (line.length > MAX_LINE_LENGTH) highlighted.tokens = [{ text: line, scope: null }];
    this.#cache.set(key, highlighted);
    return highlighted;
  }
}
