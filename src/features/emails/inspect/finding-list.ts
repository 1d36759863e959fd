import { CONTENT_FINDINGS, type Finding, type FindingCode } from "./content-findings.ts";

/** Findings per code. After ten are fixed, the rest is found by hand or with the next dry run. */
const MAX_OF_KIND = 10;
const MAX_PLACE_LENGTH = 200;

/** Collects findings, with a limited number per code. */
export class FindingList {
  readonly #findings = new Map<FindingCode, { shown: Finding[]; count: number }>();

  add(code: FindingCode, at?: string): void {
    const kind = this.#findings.get(code) ?? { shown: [], count: 0 };
    this.#findings.set(code, kind);
    kind.count += 1;
    if (kind.count > MAX_OF_KIND) return;
    const { severity, meaning } = CONTENT_FINDINGS[code];
    const place = at === undefined ? {} : { at: shorten(at) };
    kind.shown.push({ code, severity, message: meaning, ...place });
  }

  /** Returns the findings, most severe first. */
  all(): Finding[] {
    const findings = [...this.#findings.values()].flatMap(({ shown, count }) => {
      const more = count - shown.length;
      const last = more > 0 ? shown.pop() : undefined;
      return last ? [...shown, { ...last, message: `${last.message} (and ${more} more like this)` }] : shown;
    });
    return findings.sort((a, b) => RANKS[a.severity] - RANKS[b.severity]);
  }
}

const RANKS = { error: 0, warning: 1, hint: 2 } as const;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").toWellFormed();
  return line.length <= MAX_PLACE_LENGTH ? line : `${line.slice(0, MAX_PLACE_LENGTH).toWellFormed()}…`;
}
