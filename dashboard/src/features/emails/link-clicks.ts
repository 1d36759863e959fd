import type { EmailRecipient } from "../../api-types.ts";
import { isPerson } from "../tracking/describe-engagement.ts";

export type Clicks = { people: number; clicks: number };
type Clicker = {
  engagements: readonly Pick<EmailRecipient["engagements"][number], "kind" | "url" | "actor">[];
};

/** How many recipients clicked each link, and how often, by URL. Clicks of programs do not count. */
export function clicksByUrl(recipients: readonly Clicker[]): Map<string, Clicks> {
  const found = new Map<string, Clicks>();
  for (const { engagements } of recipients) {
    const counted = new Set<string>();
    for (const { kind, url, actor } of engagements) {
      if (kind !== "click" || url === null || !isPerson(actor) || !URL.canParse(url)) continue;
      const { href } = new URL(url);
      const { people, clicks } = found.get(href) ?? { people: 0, clicks: 0 };
      found.set(href, { people: people + (counted.has(href) ? 0 : 1), clicks: clicks + 1 });
      counted.add(href);
    }
  }
  return found;
}

/** "Clicked by 2 people, 3 times" */
export function describeClicks({ people, clicks }: Clicks): string {
  const who = people === 1 ? "1 person" : `${people.toLocaleString("en")} people`;
  return `Clicked by ${who}${clicks > people ? `, ${clicks.toLocaleString("en")} times` : ""}`;
}
