import { findTraits } from "./find-traits.ts";
import { CLIENTS, FEATURES, TESTED_UNTIL } from "./support-data.gen.ts";
import type { Client, Feature } from "./support-data.ts";

/** Percentages; they add up to 100. */
type Shares = { supported: number; partial: number; unsupported: number };
type ClientShares = Shares & { id: string; family: string; platform: string };
type UsedFeature = Shares & {
  slug: string;
  title: string;
  category: Feature["category"];
  url: string;
  /** The number of uses. */
  count: number;
  /** The first lines with it, in order. */
  lines: number[];
  /** The clients that do not support it completely. */
  clients: { id: string; support: "partial" | "unsupported"; note: string | null }[];
};
export type HtmlCheck = Shares & {
  /** The date of the newest test in the data. */
  testedUntil: string;
  /** Only the beginning of the HTML was read. */
  isCut: boolean;
  featureCount: number;
  /** Those that some client does not support completely, the worst first. */
  features: UsedFeature[];
  clients: ClientShares[];
};

const MAX_LINES = 20;

const FEATURE_OF = new Map(FEATURES.flatMap((feature) => feature.traits.map((trait) => [trait, feature])));
const ATTRIBUTE_NAMES = [...FEATURE_OF.keys()].flatMap((trait) => /^attribute:(.+)/.exec(trait)?.[1] ?? []);

export const CLIENT_FAMILIES = [...new Set(CLIENTS.map(({ family }) => family))];

/** With its place in `Feature.support`. */
type CheckedClient = Client & { index: number };
type Use = { feature: Feature; count: number; positions: Set<number> };

/**
 * Checks which features of the HTML and its CSS mail clients support, as Can I email tested them. In the shares, each feature used
 * counts once for each client in which it was tested. `families`: only these clients; empty: all.
 */
export function checkHtml(html: string, families: readonly string[] = []): HtmlCheck {
  const { uses, isCut } = findUses(html);
  const clients = CLIENTS.map((client, index) => ({ ...client, index })).filter(
    ({ family }) => families.length === 0 || families.includes(family),
  );
  const starts = lineStarts(html);
  return {
    ...sharesOf(uses.flatMap(({ feature }) => clients.map(({ index }) => feature.support[index]))),
    testedUntil: TESTED_UNTIL,
    isCut,
    featureCount: uses.length,
    features: uses
      .map((use) => presentUse(use, { clients, starts }))
      .filter(({ supported }) => supported < 100)
      .sort((a, b) => a.supported - b.supported || b.unsupported - a.unsupported),
    clients: clients.map(({ id, familyName, platform, index }) => ({
      id,
      family: familyName,
      platform,
      ...sharesOf(uses.map(({ feature }) => feature.support[index])),
    })),
  };
}

function findUses(html: string): { uses: Use[]; isCut: boolean } {
  const uses = new Map<Feature, Use>();
  const { isCut } = findTraits(html, ATTRIBUTE_NAMES, (trait, at) => {
    const feature = FEATURE_OF.get(trait);
    if (!feature) return;
    const use = uses.get(feature) ?? { feature, count: 0, positions: new Set() };
    use.count += 1;
    if (use.positions.size < MAX_LINES) use.positions.add(at);
    uses.set(feature, use);
  });
  return { uses: [...uses.values()], isCut };
}

function presentUse(
  { feature, count, positions }: Use,
  { clients, starts }: { clients: CheckedClient[]; starts: number[] },
): UsedFeature {
  const { slug, title, category, support, notes, noteTexts } = feature;
  return {
    slug,
    title,
    category,
    url: `https://www.caniemail.com/features/${slug}/`,
    count,
    lines: [...new Set([...positions].map((at) => lineAt(starts, at)))].sort((a, b) => a - b),
    ...sharesOf(clients.map(({ index }) => support[index])),
    clients: clients.flatMap(({ id, index }) => {
      const letter = support[index];
      if (letter !== "a" && letter !== "n") return [];
      const note = noteTexts?.[notes?.[id] ?? -1] ?? null;
      return [{ id, support: letter === "a" ? ("partial" as const) : ("unsupported" as const), note }];
    }),
  };
}

/** Unknown results do not count. Without any result, nothing is known to fail. */
function sharesOf(letters: (string | undefined)[]): Shares {
  const countOf = (wanted: string) => letters.filter((letter) => letter === wanted).length;
  const [full, part, none] = [countOf("y"), countOf("a"), countOf("n")];
  const total = full + part + none;
  if (total === 0) return { supported: 100, partial: 0, unsupported: 0 };
  const [partial, unsupported] = [round((part / total) * 100), round((none / total) * 100)];
  // The rest, so that the three add up to 100. It is never 100 when a client lacks something.
  const supported = round(100 - partial - unsupported);
  return part + none > 0 && supported === 100
    ? { supported: 99.9, partial: none > 0 ? 0 : 0.1, unsupported: none > 0 ? 0.1 : 0 }
    : { supported, partial, unsupported };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The positions at which lines begin. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The number of the line, from 1. */
function lineAt(starts: number[], position: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
