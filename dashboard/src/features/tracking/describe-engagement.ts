import type { EmailRecipient } from "../../api-types.ts";

export type Engagement = EmailRecipient["engagements"][number];

const ACTORS: Record<Engagement["actor"], string> = {
  human: "Person",
  proxy: "Person, through an image proxy",
  prefetch: "Prefetched by a mail client",
  scanner: "Security scanner",
  bot: "Program",
  unknown: "Unknown",
};

const REASONS: Record<string, string> = {
  honeypot: "it followed a hidden link",
  honeypot_nearby: "the same address followed a hidden link",
  method_head: "a HEAD request",
  apple_mail_privacy: "Apple Mail Privacy Protection",
  gmail_prefetch: "Gmail's prefetch",
  gmail_proxy: "Gmail's image proxy",
  yahoo_proxy: "Yahoo's image proxy",
  fastmail_proxy: "Fastmail's image proxy",
  hey_proxy: "HEY's image proxy",
  says_prefetch: "marked as a prefetch by the browser",
  microsoft_filter: "Microsoft's mail filter",
  barracuda_filter: "Barracuda's mail filter",
  gmail_sampling: "Gmail's check of links",
  agent_of_a_program: "a program's user agent",
  agent_of_a_scanner: "a scanner's user agent",
  no_agent: "no user agent",
  all_links_at_once: "several links within 10 seconds",
  many_recipients_at_once: "links of several recipients from one address",
  browser_without_its_headers: "a browser's user agent without a browser's headers",
  no_language: "no Accept-Language header",
  right_after_delivery: "right after delivery",
  before_delivery: "before the delivery was recorded",
  browser_navigation: "a browser followed the link",
  mail_program: "a mail client loaded the image",
  browser_image: "a browser loaded the image",
  confirmed: "confirmed on the page or by the mail client",
};

const TITLES = { open: "Opened", click: "Clicked", unsubscribe: "Unsubscribed" } as const;

/** The texts for an engagement: its title, the actor, and the signals that show the actor. */
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
        ? "No signal identifies the actor."
        : `${confidence}% confidence: ${reasons.map((reason) => REASONS[reason] ?? reason).join(", ")}.`,
  };
}

export function isPerson(actor: Engagement["actor"]): boolean {
  return actor === "human" || actor === "proxy";
}
