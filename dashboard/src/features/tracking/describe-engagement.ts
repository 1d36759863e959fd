import type { EmailRecipient } from "../../api-types.ts";

export type Engagement = EmailRecipient["engagements"][number];

const ACTORS: Record<Engagement["actor"], string> = {
  human: "Person",
  proxy: "Person, through an image proxy",
  prefetch: "Loaded ahead by a mail program",
  scanner: "Security scanner",
  bot: "Program",
  unknown: "Unknown",
};

const REASONS: Record<string, string> = {
  honeypot: "it followed a hidden link",
  honeypot_nearby: "the same address followed a hidden link",
  method_head: "it asked for headers only",
  apple_mail_privacy: "Apple Mail Privacy Protection",
  gmail_prefetch: "Gmail's prefetch",
  gmail_proxy: "Gmail's image proxy",
  yahoo_proxy: "Yahoo's image proxy",
  says_prefetch: "the browser says it loads ahead",
  microsoft_filter: "Microsoft's mail filter",
  agent_of_a_program: "the user agent of a program",
  agent_of_a_scanner: "the user agent of a scanner",
  no_agent: "no user agent",
  all_links_at_once: "all links within 10 seconds",
  many_recipients_at_once: "one address for many recipients",
  browser_without_its_headers: "a browser without a browser's headers",
  no_language: "no language",
  right_after_delivery: "right after the delivery",
  before_delivery: "before the delivery was recorded",
  browser_navigation: "a browser followed the link",
  mail_program: "a mail program showed it",
  browser_image: "a browser showed it",
  confirmed: "confirmed on the page or by the mail program",
};

const TITLES = { open: "Opened", click: "Clicked", unsubscribe: "Unsubscribed" } as const;

/** An engagement for people: its title, by whom it was, and why that is known. */
export function describeEngagement({ kind, actor, confidence, reasons, agent }: Engagement) {
  const isOfPerson = isPerson(actor);
  return {
    title:
      isOfPerson || kind === "unsubscribe"
        ? TITLES[kind]
        : kind === "open"
          ? "Image loaded"
          : "Link followed",
    isOfPerson,
    who: [ACTORS[actor], agent].filter(Boolean).join(" · "),
    why:
      reasons.length === 0
        ? "No signal says more."
        : `${confidence} % sure: ${reasons.map((reason) => REASONS[reason] ?? reason).join(", ")}.`,
  };
}

export function isPerson(actor: Engagement["actor"]): boolean {
  return actor === "human" || actor === "proxy";
}
