import { Parser } from "htmlparser2";

/** An element with its children by name: text, an element, or a list. Only names of RFC 7489 appendix C are kept. */
export type Element = { [name: string]: string | Element | (string | Element)[] };

/** The report of a busy domain has about a thousand records. */
const MAX_RECORDS = 10_000;
/** Longer than any real text, which is a name, a number or an address. */
const MAX_TEXT = 1_000;
/** A real record has about 20 elements. */
const MAX_ELEMENTS_OF_RECORD = 500;
const MAX_ELEMENTS = 500_000;
/** Real reports are 5 levels deep. */
const MAX_DEPTH = 10;
/** Characters parsed at once, because the parser cannot be stopped inside a chunk. */
const CHUNK = 16 * 1024;

const LISTS = new Set(["dkim", "spf"]);
const KNOWN = new Set([
  ...["report_metadata", "org_name", "email", "report_id", "date_range", "begin", "end"],
  ...["policy_published", "domain", "p"],
  ...["record", "row", "source_ip", "count", "policy_evaluated", "disposition"],
  ...["identifiers", "header_from", "envelope_from", "auth_results", "selector", "result", ...LISTS],
]);

type Open = { name: string; text: string; children: Element; hasChildren: boolean };

/**
 * Reads the `feedback` element of a DMARC aggregate report in one pass. `onRecord` is called with each record, at most
 * 10,000; records are not kept. @returns null when the XML is not a report, or has more, longer or deeper elements than a
 * report may have
 */
export function parseFeedback(xml: string, onRecord: (record: Element) => void): Element | null {
  const reader = new FeedbackReader(onRecord);
  const parser = new Parser(
    {
      onopentag: (name) => reader.open(name),
      ontext: (text) => reader.addText(text),
      // The parser also calls the end of `<a/>` implied.
      onclosetag: (_name, isImplied) =>
        isImplied && xml.slice(parser.endIndex - 1, parser.endIndex + 1) !== "/>"
          ? reader.refuse()
          : reader.close(),
      onprocessinginstruction: (name) => reader.refuseDoctype(name),
    },
    // Declared entities are never decoded, so that none expands (G15).
    { xmlMode: true, decodeEntities: false },
  );
  for (let at = 0; at < xml.length && !reader.isDone; at += CHUNK) parser.write(xml.slice(at, at + CHUNK));
  if (!reader.isDone) parser.end();
  return reader.feedback;
}

class FeedbackReader {
  readonly #onRecord: (record: Element) => void;
  readonly #path: Open[] = [];
  #elements = 0;
  #elementsOfRecord = 0;
  #records = 0;
  #isRefused = false;
  #root: Element | null = null;
  isDone = false;

  constructor(onRecord: (record: Element) => void) {
    this.#onRecord = onRecord;
  }

  get feedback(): Element | null {
    return this.#isRefused ? null : this.#root;
  }

  open(tag: string): void {
    if (this.isDone) return;
    const name = localName(tag);
    this.#elements += 1;
    this.#elementsOfRecord = name === "record" ? 0 : this.#elementsOfRecord + 1;
    const parent = this.#path.at(-1);
    if ((!parent && name !== "feedback") || this.#isTooLarge()) this.refuse();
    if (parent) parent.hasChildren = true;
    this.#path.push({ name, text: "", children: {}, hasChildren: false });
  }

  #isTooLarge(): boolean {
    return (
      this.#path.length >= MAX_DEPTH ||
      this.#elements > MAX_ELEMENTS ||
      this.#elementsOfRecord > MAX_ELEMENTS_OF_RECORD
    );
  }

  addText(text: string): void {
    const element = this.#path.at(-1);
    // The text between child elements is only blanks, so it is ignored.
    if (this.isDone || !element || element.hasChildren) return;
    element.text += text;
    if (element.text.length > MAX_TEXT) this.refuse();
  }

  close(): void {
    const element = this.isDone ? undefined : this.#path.pop();
    if (!element) return;
    const { name, children } = element;
    const parent = this.#path.at(-1);
    if (!parent) {
      this.#root = children;
      this.isDone = true;
    } else if (name === "record" && this.#path.length === 1) this.#emit(children);
    else if (KNOWN.has(name))
      add(parent.children, name, element.hasChildren ? children : decodeEntities(element.text.trim()));
  }

  /** Refuses a document type, because it can declare entities and external files. The reports of RFC 7489 have none. */
  refuseDoctype(name: string): void {
    if (/^!doctype/i.test(name)) this.refuse();
  }

  /** Also called for an element without a closing tag. */
  refuse(): void {
    this.#isRefused ||= !this.isDone;
    this.isDone = true;
  }

  #emit(record: Element): void {
    this.#records += 1;
    this.#onRecord(record);
    if (this.#records < MAX_RECORDS) return;
    // Further records are ignored. The elements before the records identify the report.
    this.#root = this.#path[0]?.children ?? null;
    this.isDone = true;
  }
}

/** XML §4.6. */
const PREDEFINED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the predefined entities and references to characters that a text may have (XML §2.2, §4.1). Each becomes one character. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
    (entity, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return PREDEFINED[name] as string;
      const code = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
      const isText = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isText ? String.fromCodePoint(code) : entity;
    },
  );
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1);
}

function add(children: Element, name: string, value: string | Element): void {
  const before = children[name];
  if (!LISTS.has(name)) children[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else children[name] = [value];
}
