import { contentFindings, type Finding, type FindingCode } from "./content-findings.ts";

/** Of each kind; whoever repairs ten finds the others by himself or by the next run. */
const maxOfKind = 10;
const maxPlaceLength = 200;

/** What was found so far, each kind as often as a reader can bear. */
export class FindingList {
  readonly #findings = new Map<FindingCode, { shown: Finding[]; count: number }>();

  add(code: FindingCode, at?: string): void {
    const kind = this.#findings.get(code) ?? { shown: [], count: 0 };
    this.#findings.set(code, kind);
    kind.count += 1;
    if (kind.count > maxOfKind) return;
    const { severity, meaning } = contentFindings[code];
    const place = at === undefined ? {} : { at: shorten(at) };
    kind.shown.push({ code, severity, message: meaning, ...place });
  }

  /** The worst first. */
  all(): Finding[] {
    const findings = [...this.#findings.values()].flatMap(({ shown, count }) => {
      const more = count - shown.length;
      const last = more > 0 ? shown.pop() : undefined;
      return last ? [...shown, { ...last, message: `${last.message} (and ${more} more like this)` }] : shown;
    });
    return findings.sort((one, other) => ranks[one.severity] - ranks[other.severity]);
  }
}

const ranks = { error: 0, warning: 1, hint: 2 } as const;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").toWellFormed();
  return line.length <= maxPlaceLength ? line : `${line.slice(0, maxPlaceLength).toWellFormed()}…`;
}
