import type { HtmlCheck } from "../../../api-types.ts";

type Client = HtmlCheck["clients"][number];
type Gap = HtmlCheck["features"][number]["clients"][number];

export type Family = { slug: string; name: string };
export type FamilyGaps = Family & {
  /** The platforms with the same support and note, together. */
  groups: { support: Gap["support"]; platforms: string[]; note: string | null }[];
};

/** The families of the clients, each once, in their order. `gmail.ios` belongs to `gmail`. */
export function familiesOf(clients: Client[]): Family[] {
  const families = new Map(clients.map(({ id, family }) => [slugOf(id), family]));
  return [...families].map(([slug, name]) => ({ slug, name }));
}

/** The gaps of each family that has some. */
export function gapsByFamily(gaps: Gap[], clients: Client[]): FamilyGaps[] {
  const platformOf = new Map(clients.map(({ id, platform }) => [id, platform]));
  return familiesOf(clients).flatMap((family) => {
    const own = gaps.filter(({ id }) => slugOf(id) === family.slug);
    if (own.length === 0) return [];
    const groups: FamilyGaps["groups"] = [];
    for (const { id, support, note } of own) {
      const platform = platformOf.get(id) ?? id;
      const group = groups.find((other) => other.support === support && other.note === note);
      if (group) group.platforms.push(platform);
      else groups.push({ support, platforms: [platform], note });
    }
    return [{ ...family, groups }];
  });
}

const MAX_LINES = 8;

/** "Lines 3, 8, 12" */
export function describeLines(lines: number[]): string {
  const shown = lines.slice(0, MAX_LINES).map((line) => line.toLocaleString("en"));
  return `${lines.length === 1 ? "Line" : "Lines"} ${shown.join(", ")}${lines.length > MAX_LINES ? ", …" : ""}`;
}

function slugOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}
