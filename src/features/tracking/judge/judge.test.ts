import { describe, expect, test } from "vitest";
import type { Hit } from "../hits/hit.ts";
import { HONEYPOT } from "../links/token.ts";
import { judge } from "./judge.ts";
import { RecentHits } from "./recent-hits.ts";
import type { Actor, Observation } from "./signals.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0";
const SAFARI_IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const APPLE_MAIL_MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const THUNDERBIRD = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.5.0";
const OUTLOOK_WINDOWS =
  "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.17928; ms-office; MSOffice 16)";
const GMAIL_PROXY =
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
const GMAIL_PREFETCH =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0";
const YAHOO_PROXY = "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html";
const GMAIL_SAMPLING = GMAIL_PREFETCH.replace(/Mozilla\/5\.0$/, "Gmail-content-sampling");
const FASTMAIL_PROXY =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.5993.117 Safari/537.36 FastmailUA/1.0";
const HEY_PROXY =
  "hey.com/imageproxy Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36";
const SPARK = "Spark/1.7.3.948 CFNetwork/811.4.18 Darwin/16.5.0";
const AIRMAIL = "Airmail%203/420 CFNetwork/811.4.18 Darwin/16.5.0 (x86_64)";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const SLACKBOT = "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)";

const hit = (more: Partial<Hit> = {}): Hit => ({
  kind: "click",
  accountNumber: 1,
  emailId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357",
  position: 0,
  link: 0,
  at: 1_000_000,
  url: "https://shop.example/",
  address: "198.51.100.7",
  method: "GET",
  agent: CHROME,
  hasLanguage: true,
  fetchMode: "navigate",
  isPrefetch: false,
  isPlainHttp: false,
  ...more,
});
const open = (agent: string, more: Partial<Hit> = {}) =>
  hit({ kind: "open", url: null, agent, fetchMode: null, hasLanguage: false, ...more });
const seen = (hit: Hit, more: Partial<Observation> = {}): Observation => ({
  hit,
  secondsSinceDelivery: 600,
  linksAtOnce: 1,
  recipientsAtOnce: 1,
  followedAtOnce: 0,
  honeypotAtOnce: false,
  ...more,
});

const bare = { hasLanguage: false, fetchMode: null };

test.each<[string, Observation, Actor, string]>([
  ["Chrome follows a link", seen(hit()), "human", "browser_navigation"],
  ["Firefox follows a link", seen(hit({ agent: FIREFOX })), "human", "browser_navigation"],
  [
    "Safari on an iPhone follows a link",
    seen(hit({ agent: SAFARI_IPHONE, fetchMode: null })),
    "human",
    "browser_navigation",
  ],
  [
    "a person clicks 2 s after the delivery",
    seen(hit(), { secondsSinceDelivery: 2 }),
    "human",
    "browser_navigation",
  ],
  ["Apple Mail Privacy Protection", seen(open("Mozilla/5.0")), "prefetch", "apple_mail_privacy"],
  ["Apple Mail on a Mac", seen(open(APPLE_MAIL_MAC)), "human", "mail_program"],
  ["Thunderbird", seen(open(THUNDERBIRD)), "human", "mail_program"],
  ["Outlook for Windows", seen(open(OUTLOOK_WINDOWS)), "human", "mail_program"],
  ["webmail in Chrome", seen(open(CHROME, { hasLanguage: true })), "human", "browser_image"],
  ["Gmail's proxy", seen(open(GMAIL_PROXY)), "proxy", "gmail_proxy"],
  ["Gmail loads ahead", seen(open(GMAIL_PREFETCH)), "prefetch", "gmail_prefetch"],
  ["Yahoo's proxy", seen(open(YAHOO_PROXY)), "proxy", "yahoo_proxy"],
  ["Fastmail's proxy", seen(open(FASTMAIL_PROXY)), "proxy", "fastmail_proxy"],
  ["HEY's proxy", seen(open(HEY_PROXY, { hasLanguage: true })), "proxy", "hey_proxy"],
  ["Spark", seen(open(SPARK)), "human", "mail_program"],
  ["Airmail", seen(open(AIRMAIL)), "human", "mail_program"],
  ["Gmail checks a link", seen(hit({ agent: GMAIL_SAMPLING })), "scanner", "gmail_sampling"],
  ["Gmail checks an image", seen(open(GMAIL_SAMPLING)), "scanner", "gmail_sampling"],
  ["a browser that prerenders", seen(hit({ isPrefetch: true })), "prefetch", "says_prefetch"],
  ["Microsoft's filter clicks", seen(hit({ address: "40.107.12.34" })), "scanner", "microsoft_filter"],
  [
    "Microsoft's filter clicks over IPv6",
    seen(hit({ address: "2a01:111:f400:7e00::1" })),
    "scanner",
    "microsoft_filter",
  ],
  ["Barracuda's filter clicks", seen(hit({ address: "209.222.82.17" })), "scanner", "barracuda_filter"],
  [
    "Barracuda's filter loads an image",
    seen(open(CHROME, { address: "35.157.190.230", hasLanguage: true })),
    "scanner",
    "barracuda_filter",
  ],
  [
    "a person beside Barracuda's network",
    seen(hit({ address: "209.222.83.17" })),
    "human",
    "browser_navigation",
  ],
  ["Googlebot", seen(hit({ agent: GOOGLEBOT, ...bare })), "bot", "agent_of_a_program"],
  ["Slack's preview", seen(hit({ agent: SLACKBOT, ...bare })), "bot", "agent_of_a_program"],
  ["curl", seen(hit({ agent: "curl/8.5.0", ...bare })), "bot", "agent_of_a_program"],
  [
    "Barracuda",
    seen(hit({ agent: "BarracudaCentral Link Checker", ...bare })),
    "scanner",
    "agent_of_a_scanner",
  ],
  ["HEAD", seen(hit({ method: "HEAD" })), "scanner", "method_head"],
  ["the hidden link", seen(hit({ link: HONEYPOT, url: null })), "scanner", "honeypot"],
  ["a click beside the hidden link", seen(hit(), { honeypotAtOnce: true }), "scanner", "honeypot_nearby"],
  ["all links at once", seen(hit(), { linksAtOnce: 6 }), "scanner", "all_links_at_once"],
  [
    "one address for many recipients, when their mail arrives",
    seen(hit(), { recipientsAtOnce: 9, secondsSinceDelivery: 5 }),
    "scanner",
    "many_recipients_at_once",
  ],
  [
    "one address for several links of many messages",
    seen(hit(), { recipientsAtOnce: 9, linksAtOnce: 2, followedAtOnce: 9 }),
    "scanner",
    "many_recipients_at_once",
  ],
  [
    "a program without a browser's headers at one address, for many recipients",
    seen(hit({ fetchMode: "cors" }), { recipientsAtOnce: 9 }),
    "scanner",
    "many_recipients_at_once",
  ],
  [
    "colleagues behind one address, each in the mail of their own",
    seen(hit(), { recipientsAtOnce: 9 }),
    "human",
    "browser_navigation",
  ],
  [
    "a person who follows a second link, while colleagues follow theirs",
    seen(hit(), { recipientsAtOnce: 9, linksAtOnce: 2, followedAtOnce: 1 }),
    "human",
    "browser_navigation",
  ],
  ["Chrome without Chrome's headers", seen(hit(bare)), "bot", "browser_without_its_headers"],
  [
    "Chrome follows a link over http, where browsers send no Sec-Fetch-Mode",
    seen(hit({ fetchMode: null, isPlainHttp: true }), { recipientsAtOnce: 9 }),
    "human",
    "browser_navigation",
  ],
  [
    "Chrome's agent over http without a language",
    seen(hit({ ...bare, isPlainHttp: true })),
    "bot",
    "no_language",
  ],
  ["no agent", seen(hit({ agent: "", ...bare })), "bot", "no_agent"],
])("%s is judged by its signals (H5)", (_, observation, actor, reason) => {
  const verdict = judge(observation);
  expect([verdict.actor, verdict.reasons[0]]).toEqual([actor, reason]);
  expect(verdict.confidence).toBeGreaterThan(50);
});

test("opens from Microsoft's network are not scanners: it is also the proxy of Outlook.com", () => {
  expect(judge(seen(open(CHROME, { address: "40.107.12.34", hasLanguage: true }))).actor).toBe("human");
});

test("many opens from one address are not scanners: proxies share addresses", () => {
  expect(judge(seen(open(GMAIL_PROXY), { recipientsAtOnce: 500 })).actor).toBe("proxy");
});

test("a request without any signal is unknown", () => {
  expect(judge(seen(open("Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Foo/1.0")))).toEqual({
    actor: "unknown",
    confidence: 0,
    reasons: [],
  });
});

test("over https, a new browser without Sec-Fetch-Mode is not a person (H5)", () => {
  expect(judge(seen(hit({ fetchMode: null }))).actor).toBe("unknown");
});

test("all signals are named, the strongest first", () => {
  const { reasons } = judge(
    seen(hit({ method: "HEAD", agent: "curl/8.5.0", ...bare }), { secondsSinceDelivery: 1 }),
  );
  expect(reasons).toEqual(["method_head", "agent_of_a_program", "right_after_delivery", "no_language"]);
});

describe("hits around a hit", () => {
  test("other links of the message within 10 s count, earlier and later", () => {
    const recent = new RecentHits();
    const first = hit({ link: 0, at: 100_000 });
    for (const other of [
      first,
      hit({ link: 1, at: 101_000 }),
      hit({ link: 2, at: 109_000 }),
      hit({ link: 3, at: 111_000 }),
    ])
      recent.add(other);
    expect(recent.around(first)).toEqual({
      linksAtOnce: 3,
      recipientsAtOnce: 1,
      followedAtOnce: 1,
      honeypotAtOnce: false,
    });
  });

  test("the hidden link counts only from the same address", () => {
    const recent = new RecentHits();
    recent.add(hit({ link: HONEYPOT, address: "192.0.2.1" }));
    expect(recent.around(hit({ address: "192.0.2.1" })).honeypotAtOnce).toBe(true);
    expect(recent.around(hit({ address: "192.0.2.2" })).honeypotAtOnce).toBe(false);
  });

  test("one address and many recipients", () => {
    const recent = new RecentHits();
    for (let position = 0; position < 5; position += 1) recent.add(hit({ position }));
    expect(recent.around(hit()).recipientsAtOnce).toBe(5);
  });

  const others = ["a", "b", "c", "d", "e"].map((end) => `01a1fc0b-98e9-73b7-b9fd-726d62cf835${end}`);

  test("a person who pages through tracked mail and then clicks is no scanner (H5)", () => {
    const recent = new RecentHits();
    const images = others.map((emailId, n) =>
      open(CHROME, { emailId, at: 100_000 + n * 2_000, hasLanguage: true }),
    );
    const click = hit({ emailId: others[4] as string, at: 109_000 });
    for (const each of [...images, click]) recent.add(each);
    expect(recent.around(click)).toMatchObject({
      linksAtOnce: 1,
      recipientsAtOnce: 1,
      honeypotAtOnce: false,
    });
    expect(judge(seen(click, recent.around(click))).actor).toBe("human");
    for (const image of images) expect(judge(seen(image, recent.around(image))).actor).toBe("human");
  });

  const verdictOf = (recent: RecentHits, click: Hit, secondsSinceDelivery = 600) => {
    const { actor, reasons } = judge(seen(click, { ...recent.around(click), secondsSinceDelivery }));
    return [actor, reasons[0]];
  };

  test("a browser that follows links of many messages as they arrive is a scanner (H5)", () => {
    const recent = new RecentHits();
    const clicks = others.map((emailId, n) => hit({ emailId, at: 100_000 + n * 2_000 }));
    for (const click of clicks) recent.add(click);
    for (const click of clicks)
      expect(verdictOf(recent, click, 5)).toEqual(["scanner", "many_recipients_at_once"]);
  });

  test("a browser that follows two links of each of many messages is a scanner (H5)", () => {
    const recent = new RecentHits();
    const clicks = others.flatMap((emailId, n) =>
      [0, 1].map((link) => hit({ emailId, link, at: 100_000 + n * 2_000 })),
    );
    for (const click of clicks) recent.add(click);
    for (const click of clicks)
      expect(verdictOf(recent, click)).toEqual(["scanner", "many_recipients_at_once"]);
  });

  test("colleagues behind one address, who follow links of their own mail at the same time, are people (H5)", () => {
    const recent = new RecentHits();
    const clicks = others.map((emailId, n) => hit({ emailId, link: n, at: 100_000 + n * 2_000 }));
    for (const click of clicks) recent.add(click);
    for (const click of clicks) expect(verdictOf(recent, click)).toEqual(["human", "browser_navigation"]);
  });

  test("many opens hide no clicks", () => {
    const recent = new RecentHits();
    for (let position = 0; position < 5; position += 1) recent.add(hit({ position, link: position % 2 }));
    recent.add(hit({ link: 7 }));
    for (let n = 0; n < 500; n += 1) recent.add(open(CHROME));
    expect(recent.around(hit())).toMatchObject({
      linksAtOnce: 2,
      recipientsAtOnce: 5,
      honeypotAtOnce: false,
    });
  });

  test("clicks in mail of other accounts do not count, because people share addresses", () => {
    const recent = new RecentHits();
    for (let accountNumber = 1; accountNumber < 6; accountNumber += 1) recent.add(hit({ accountNumber }));
    expect(recent.around(hit()).recipientsAtOnce).toBe(1);
  });

  test("of many hits from one address, the newest are compared", () => {
    const recent = new RecentHits();
    for (let position = 0; position < 150; position += 1) recent.add(hit({ position, at: 100_000 }));
    for (let position = 200; position < 205; position += 1) recent.add(hit({ position, at: 130_000 }));
    expect(recent.around(hit({ position: 204, at: 130_000 })).recipientsAtOnce).toBe(5);
  });

  test("old hits are forgotten, also in a flood", () => {
    const recent = new RecentHits();
    for (let n = 0; n < 120_000; n += 1) recent.add(hit({ at: 1_000_000 + n, position: n % 30_000 }));
    const last = hit({ at: 1_120_000, position: 1, address: "192.0.2.9" });
    recent.forget(Number.POSITIVE_INFINITY);
    expect(recent.around(last).linksAtOnce).toBe(0);
    expect(recent.around(hit({ at: 1_060_000 })).recipientsAtOnce).toBe(0);
    expect(recent.around(hit({ at: 1_100_000 })).recipientsAtOnce).toBe(100);
  });

  test("clicks are not forgotten while others of the same time are not judged", () => {
    const recent = new RecentHits();
    const first = hit({ at: 100_000 });
    for (const click of [first, hit({ at: 101_000, link: 1 }), hit({ at: 900_000, link: 2 })])
      recent.add(click);
    recent.forget(first.at);
    expect(recent.around(first).linksAtOnce).toBe(2);
    recent.forget(900_000);
    expect(recent.around(first).linksAtOnce).toBe(0);
  });
});
