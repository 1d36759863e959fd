import { expect, test } from "vitest";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { decodeTarget } from "./target.ts";
import { HONEYPOT, readToken } from "./token.ts";
import { trackHtml } from "./track-html.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const recipient = { accountNumber: 7, emailId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357", position: 2 };
const host = "https://links.example.com";
const track = (html: string, what = { opens: false, clicks: true }) =>
  trackHtml(secrets, html, {
    tracking: { ...what, host },
    recipient,
    unsubscribeUrls: ["https://shop.example/bye"],
  });

/** The URLs of the tracked links, read back from the HTML. */
function targetsOf(html: string): string[] {
  return [...html.matchAll(/https:\/\/links\.example\.com\/c\/([\w-]+)\/([\w-]+)/g)].map(
    ([, token, text]) => {
      const url = decodeTarget(text as string) as string;
      const content = readToken(secrets, "click", { token: token as string, url })?.content;
      expect(content).toMatchObject(recipient);
      return `${content?.link} ${url}`;
    },
  );
}

test("links are replaced in place, and everything else stays", () => {
  const html =
    '<body><p><a href="https://a.example/?x=1&amp;y=2" class="b">A</a> <a href=http://b.example>B</a></p></body>';
  const tracked = track(html);
  expect(targetsOf(tracked)).toEqual(["0 https://a.example/?x=1&y=2", "1 http://b.example/"]);
  expect(tracked.replaceAll(/https:\/\/links\.example\.com\/c\/[\w-]+\/[\w-]+/g, "URL")).toMatch(
    /^<body><p><a href="URL" class="b">A<\/a> <a href=URL>B<\/a><\/p><a [^>]*aria-hidden="true"[^>]*><\/a><\/body>$/,
  );
});

test("the same email gives the same bytes each time, and another recipient other ones", () => {
  const html = '<a href="https://a.example/">A</a>';
  expect(track(html)).toBe(track(html));
  const other = trackHtml(secrets, html, {
    tracking: { opens: false, clicks: true, host },
    recipient: { ...recipient, position: 3 },
    unsubscribeUrls: [],
  });
  expect(other).not.toBe(track(html));
});

test.each([
  ["a switched-off link", '<a data-posthouse-track="off" href="https://a.example/">A</a>'],
  ["mail", '<a href="mailto:a@a.example">A</a>'],
  ["a telephone number", '<a href="tel:+123">A</a>'],
  ["a place on the same page", '<a href="#top">A</a>'],
  ["a relative link", '<a href="/page">A</a>'],
  ["a link without a scheme", '<a href="//a.example/">A</a>'],
  ["backslashes", '<a href="https:\\\\a.example/">A</a>'],
  ["a script", '<a href="javascript:alert(1)">A</a>'],
  ["data", '<a href="data:text/html,x">A</a>'],
  ["a user name", '<a href="https://bank.example@a.example/">A</a>'],
  ["the placeholder of the unsubscribe link", '<a href="{{unsubscribe_url}}">A</a>'],
  ["the sender's own unsubscribe link", '<a href="https://shop.example/bye">A</a>'],
  ["a URL that is not valid", '<a href="https://a b.example/">A</a>'],
  ["a URL of 8 kB", `<a href="https://a.example/${"x".repeat(8_000)}">A</a>`],
])("%s stays as it is (H2, Q2)", (_, html) => {
  expect(track(html)).toBe(html);
});

test.each([
  ["a fragment", "https://a.example/p?q#part", "https://a.example/p?q#part"],
  ["an encoded zero byte", "https://a.example/%00", "https://a.example/%00"],
  ["an international name", "https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"],
  ["a nested link", 'https://a.example/?q=<a href="x">', "https://a.example/?q=%3Ca%20href=%22x%22%3E"],
  ["a line break", "https://a.example/a\nb", "https://a.example/ab"],
  ["blanks around it", " https://a.example/ ", "https://a.example/"],
])("%s leads to the URL that a browser would request (Q2)", (_, href, target) => {
  const tracked = track(`<a href='${href}'>A</a>`);
  expect(targetsOf(tracked)).toEqual([`0 ${target}`]);
});

test("the pixel is last in the body, and only there where opens are tracked", () => {
  const html = '<body><a href="https://a.example/">A</a></body>';
  const tracked = track(html, { opens: true, clicks: false });
  expect(tracked).toMatch(
    /^<body><a href="https:\/\/a\.example\/">A<\/a><img src="https:\/\/links\.example\.com\/o\/[\w-]{48}\.gif" width="1" height="1" alt="" style="[^"]*"><\/body>$/,
  );
  const [, token = ""] = /\/o\/([\w-]+)\.gif/.exec(tracked) ?? [];
  expect(readToken(secrets, "open", { token, url: "" })?.content).toEqual({ ...recipient, link: 0 });
  expect(readToken(secrets, "click", { token, url: "" })).toBeNull();
  expect(track(html)).not.toContain("<img");
});

test("a message with tracked links has one link that people cannot see (H5)", () => {
  const [, token = ""] = /\/c\/([\w-]+)"/.exec(track('<a href="https://a.example/">A</a>')) ?? [];
  expect(readToken(secrets, "click", { token, url: "" })?.content).toEqual({ ...recipient, link: HONEYPOT });
  expect(track("<p>No links</p>")).toBe("<p>No links</p>");
});

test("a link after the end of the body is tracked without losing text (Q4)", () => {
  const tracked = track('<body>x</body><a href="https://a.example/">A</a> end', {
    opens: true,
    clicks: true,
  });
  expect(targetsOf(tracked)).toHaveLength(1);
  expect(tracked.match(/ end/g)).toHaveLength(1);
  expect(tracked.match(/<body>x<\/body>/g)).toHaveLength(1);
});
