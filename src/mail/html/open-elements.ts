import {
  BLOCK_ELEMENTS,
  CLOSED_BY,
  HEAD_ELEMENTS,
  PARAGRAPH_ELEMENTS,
  SCOPE_ELEMENTS,
  TABLE_PARTS,
} from "./elements.ts";

/**
 * No real mail nests deeper. Elements below this depth are not kept, because a closing tag searches all open elements; they
 * only end lines.
 */
const MAX_DEPTH = 200;

export type OpenElement<Kind> = { name: string; kind: Kind };
type Entry<Kind> = OpenElement<Kind> & { overflow: number };

const NOWHERE: ReadonlySet<string> = new Set();
const TABLE: ReadonlySet<string> = new Set(["table"]);

/** The open elements, innermost last. Closes unclosed elements by a subset of HTML's rules. */
export class OpenElements<Kind> {
  readonly #stack: Entry<Kind>[] = [];
  readonly #counts = new Map<string, number>();
  readonly #onClosed: (element: OpenElement<Kind>) => void;
  /** The number of open elements inside the innermost kept one that were skipped. */
  #overflow = 0;

  constructor(onClosed: (element: OpenElement<Kind>) => void) {
    this.#onClosed = onClosed;
  }

  get isFull(): boolean {
    return this.#stack.length >= MAX_DEPTH;
  }

  push(element: OpenElement<Kind>): void {
    this.#stack.push({ ...element, overflow: this.#overflow });
    this.#overflow = 0;
    this.#counts.set(element.name, (this.#counts.get(element.name) ?? 0) + 1);
  }

  /** Counts an element that is not kept, because the stack is full. */
  skip(): void {
    this.#overflow += 1;
  }

  /** Closes the elements that the opening tag of `name` ends. */
  closeBefore(name: string): void {
    if (this.#overflow > 0) return;
    const innermost = this.#stack.at(-1)?.name;
    if (innermost === "head" && !HEAD_ELEMENTS.has(name)) this.#pop();
    if (innermost === "p" && (BLOCK_ELEMENTS.has(name) || PARAGRAPH_ELEMENTS.has(name))) this.#pop();
    const rule = CLOSED_BY.get(name);
    if (!rule) return;
    for (const closed of rule.closes) {
      const at = this.#find(closed, rule.within);
      if (at >= 0) this.#popTo(at);
    }
  }

  /** @returns whether the element was open */
  close(name: string): boolean {
    if (this.#overflow > 0) {
      this.#overflow -= 1;
      return false;
    }
    const isTablePart = TABLE_PARTS.has(name);
    const within = name === "table" ? NOWHERE : isTablePart ? TABLE : SCOPE_ELEMENTS;
    const at = this.#find(name, within);
    if (at >= 0) this.#popTo(at);
    return at >= 0;
  }

  closeAll(): void {
    this.#popTo(0);
  }

  #find(name: string, within: ReadonlySet<string>): number {
    if (!this.#counts.get(name)) return -1;
    for (let at = this.#stack.length - 1; at >= 0; at -= 1) {
      const { name: open } = this.#stack[at] as Entry<Kind>;
      if (open === name) return at;
      if (within.has(open)) return -1;
    }
    return -1;
  }

  #popTo(at: number): void {
    while (this.#stack.length > at) this.#pop();
  }

  #pop(): void {
    const element = this.#stack.pop();
    if (!element) return;
    this.#overflow = element.overflow;
    this.#counts.set(element.name, (this.#counts.get(element.name) ?? 1) - 1);
    this.#onClosed(element);
  }
}
