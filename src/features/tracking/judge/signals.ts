import type { Hit } from "../hits/hit.ts";
import { HONEYPOT } from "../links/token.ts";
import { isKnownReader, isMailProgram, isNewBrowser, isProgram } from "./agents.ts";
import { BARRACUDA_FILTER, isIn, MICROSOFT_FILTER } from "./filter-networks.ts";

/**
 * `human`: a person. `proxy`: a person, through the proxy of a mailbox provider. `prefetch`: a mail program loaded it in advance, whether
 * or not a person reads it. `scanner`: a security scanner. `bot`: another program. `unknown`: no signal identifies the actor.
 */
export const ACTORS = ["human", "proxy", "prefetch", "scanner", "bot", "unknown"] as const;
export type Actor = (typeof ACTORS)[number];

/** Only engagements of people count in figures. */
export function isOfPerson({ actor }: { actor: string }): boolean {
  return actor === "human" || actor === "proxy";
}

/** A hit, and a summary of the hits near it. */
export type Observation = {
  hit: Hit;
  /** Seconds since the recipient's server accepted the mail. Null: no delivery is recorded. */
  secondsSinceDelivery: number | null;
  /** Number of different links of this recipient's message that were requested within 10 s of this hit, including its own. */
  linksAtOnce: number;
  /**
   * Messages of this account whose links were requested from the same address within 10 s of this hit, with this one. A tracked message has
   * one recipient; whether two messages have the same one is not known here.
   */
  recipientsAtOnce: number;
  /** How many of these messages had two or more of their links requested. */
  followedAtOnce: number;
  /** Whether the same address requested the hidden link within 10 s of this hit. */
  honeypotAtOnce: boolean;
};

export type Signal = {
  /** As stored with the engagement and shown to people. */
  reason: string;
  actor: Actor;
  /** In percent. The signal with the highest confidence decides. */
  confidence: number;
  matches: (observation: Observation) => boolean;
};

const isOpen = ({ hit }: Observation) => hit.kind === "open";
const isClick = ({ hit }: Observation) => hit.kind === "click";
/** W3C Fetch Metadata: Chrome since 76, Firefox since 90 and Safari since 16.4 send Sec-Fetch-Mode to https hosts. */
const lacksFetchMode = ({ hit }: Observation) =>
  hit.fetchMode === null && isNewBrowser(hit.agent) && !hit.isPlainHttp;
/** A browser sends these headers when a person follows a link; and when a program controls the browser. */
const isNavigation = (seen: Observation) =>
  seen.hit.hasLanguage &&
  (seen.hit.fetchMode === "navigate" || (seen.hit.fetchMode === null && !lacksFetchMode(seen)));
const isOnArrival = ({ secondsSinceDelivery }: Observation) =>
  secondsSinceDelivery === null || secondsSinceDelivery < ON_ARRIVAL_SECONDS;
const agent = (pattern: RegExp) => (observation: Observation) => pattern.test(observation.hit.agent);

/** All signals. The comment above a row has its source: a publication, or "Ours" with the reason. */
export const SIGNALS: readonly Signal[] = [
  // Ours: people do not see the link.
  {
    reason: "honeypot",
    actor: "scanner",
    confidence: 99,
    matches: ({ hit }) => hit.kind === "click" && hit.link === HONEYPOT,
  },
  {
    reason: "honeypot_nearby",
    actor: "scanner",
    confidence: 97,
    matches: (seen) => isClick(seen) && seen.honeypotAtOnce,
  },
  // RFC 9110 §9.3.2: HEAD asks for the headers only. Programs that check links use it; browsers of people do not.
  { reason: "method_head", actor: "scanner", confidence: 95, matches: ({ hit }) => hit.method !== "GET" },
  // Apple, "Use Mail Privacy Protection on iPhone": remote content is downloaded in the background when the mail arrives, whether or not
  // it is read. Its agent is this text and nothing else (ua-parser/uap-core#509). The published networks of iCloud Private Relay say no
  // more: people who browse with Safari have the same addresses.
  {
    reason: "apple_mail_privacy",
    actor: "prefetch",
    confidence: 95,
    matches: (seen) => isOpen(seen) && seen.hit.agent.trim() === "Mozilla/5.0",
  },
  // ankane/ahoy_email#139, and Bird, "Gmail is prefetching images": Gmail loads images ahead with an agent of Edge 12, which no person
  // uses any more.
  {
    reason: "gmail_prefetch",
    actor: "prefetch",
    confidence: 92,
    matches: (seen) => isOpen(seen) && agent(/Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246/)(seen),
  },
  // mssola/user_agent#71: Gmail follows links of some messages to check them.
  {
    reason: "gmail_sampling",
    actor: "scanner",
    confidence: 94,
    matches: agent(/Gmail-content-sampling/),
  },
  // Google Workspace Admin Help, "Set up image URL proxy": the proxy loads an image when the reader opens the mail.
  {
    reason: "gmail_proxy",
    actor: "proxy",
    confidence: 85,
    matches: (seen) => isOpen(seen) && agent(/GoogleImageProxy/)(seen),
  },
  // Yahoo Sender Hub: images are loaded through a proxy when the mail is opened.
  {
    reason: "yahoo_proxy",
    actor: "proxy",
    confidence: 80,
    matches: (seen) => isOpen(seen) && agent(/YahooMailProxy/)(seen),
  },
  // Fastmail, "Fastmail bots": images are loaded through a proxy when the mail is opened.
  {
    reason: "fastmail_proxy",
    actor: "proxy",
    confidence: 85,
    matches: (seen) => isOpen(seen) && agent(/ FastmailUA\//)(seen),
  },
  // HEY, "HEY Image Proxy": images are loaded through a proxy when the mail is viewed. The agent always begins with this text.
  {
    reason: "hey_proxy",
    actor: "proxy",
    confidence: 85,
    matches: (seen) => isOpen(seen) && agent(/^hey\.com\/imageproxy /)(seen),
  },
  // Fetch Metadata and the Speculation Rules: the browser marks the request as a prefetch.
  { reason: "says_prefetch", actor: "prefetch", confidence: 90, matches: ({ hit }) => hit.isPrefetch },
  // Microsoft 365 URLs and IP address ranges, endpoint sets 9 and 10: the layer that filters mail. Safe Links sends the reader's own
  // browser to the target, so a click from here is the check. Opens from Microsoft are the proxy of Outlook.com and say nothing.
  {
    reason: "microsoft_filter",
    actor: "scanner",
    confidence: 92,
    matches: (seen) => isClick(seen) && isIn(MICROSOFT_FILTER, seen.hit.address),
  },
  // Barracuda, "Email Gateway Defense IP Ranges": the gateway filters mail and loads no images for readers. Link Protection sends the
  // reader's own browser to the target.
  {
    reason: "barracuda_filter",
    actor: "scanner",
    confidence: 92,
    matches: ({ hit }) => isIn(BARRACUDA_FILTER, hit.address),
  },
  // isbot 5.2.3 (Unlicense): a list of agents of programs. It also matches some mail programs, so isKnownReader excludes those.
  {
    reason: "agent_of_a_program",
    actor: "bot",
    confidence: 88,
    matches: ({ hit }) => hit.agent !== "" && !isKnownReader(hit.agent) && isProgram(hit.agent),
  },
  // Ours: names of mail security products. Their makers publish no list of agents.
  {
    reason: "agent_of_a_scanner",
    actor: "scanner",
    confidence: 94,
    matches: agent(
      /barracuda|proofpoint|mimecast|trendmicro|symantec|sophos|messagelabs|fireeye|cloudmark|zscaler|urlscan|safelinks/i,
    ),
  },
  // RFC 9110 §10.1.5: a user agent should send User-Agent in each request. Browsers and mail programs of people do.
  { reason: "no_agent", actor: "bot", confidence: 80, matches: ({ hit }) => hit.agent.trim() === "" },
  // Ours: a person opens links one after the other.
  {
    reason: "all_links_at_once",
    actor: "scanner",
    confidence: 90,
    matches: (seen) => isClick(seen) && seen.linksAtOnce >= MANY_LINKS,
  },
  // Ours: a person opens a message before the click on its link, and reads one mailbox. Opens are left out: paging through a mailbox takes a
  // moment, and proxies of mailbox providers share addresses. So are clicks in mail of other accounts: people share addresses, too. Colleagues
  // behind one address each follow a link of their own mail, so clicks of browsers also need what people do not do together.
  {
    reason: "many_recipients_at_once",
    actor: "scanner",
    confidence: 85,
    matches: (seen) =>
      isClick(seen) &&
      seen.recipientsAtOnce >= MANY_RECIPIENTS &&
      (!isNavigation(seen) ||
        isOnArrival(seen) ||
        (seen.linksAtOnce > 1 && seen.followedAtOnce >= MANY_RECIPIENTS)),
  },
  // W3C Fetch Metadata, as above. Together with the missing language, it shows a program that copies a browser's agent.
  {
    reason: "browser_without_its_headers",
    actor: "bot",
    confidence: 72,
    matches: (seen) => isClick(seen) && lacksFetchMode(seen) && !seen.hit.hasLanguage,
  },
  // RFC 9110 §12.5.4: browsers send the person's languages. Weak on its own, because privacy extensions remove the header.
  {
    reason: "no_language",
    actor: "bot",
    confidence: 55,
    matches: (seen) => isClick(seen) && !seen.hit.hasLanguage,
  },
  // Ours: scanners follow links when the mail arrives. Weak on its own, because people may be reading then.
  {
    reason: "right_after_delivery",
    actor: "scanner",
    confidence: 58,
    matches: (seen) =>
      isClick(seen) && seen.secondsSinceDelivery !== null && seen.secondsSinceDelivery < AT_ONCE_SECONDS,
  },
  // Ours: a server may check the links before it accepts the mail. Weak on its own, because the delivery may be recorded late.
  {
    reason: "before_delivery",
    actor: "scanner",
    confidence: 60,
    matches: (seen) => seen.secondsSinceDelivery === null,
  },
  // W3C Fetch Metadata: browsers send the mode `navigate` for a link that a person follows.
  {
    reason: "browser_navigation",
    actor: "human",
    confidence: 75,
    matches: (seen) => isClick(seen) && isNavigation(seen),
  },
  // Ours: mail programs on the reader's own device load images when the mail is shown. Their agents are those of real requests.
  {
    reason: "mail_program",
    actor: "human",
    confidence: 75,
    matches: (seen) => isOpen(seen) && isMailProgram(seen.hit.agent),
  },
  // Ours: webmail without a proxy lets the reader's browser load the image. Weaker than a mail program, because programs copy such agents.
  {
    reason: "browser_image",
    actor: "human",
    confidence: 65,
    matches: (seen) =>
      isOpen(seen) && seen.hit.hasLanguage && agent(/^Mozilla\/5\.0 .*(?:Chrome|Firefox|Safari)\//)(seen),
  },
];

const MANY_LINKS = 4;
const MANY_RECIPIENTS = 4;
const AT_ONCE_SECONDS = 3;
/** People need longer to read the subject, open the mail and choose a link, and do not all get their mail at the same second. */
const ON_ARRIVAL_SECONDS = 15;
