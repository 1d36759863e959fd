import { expect, test } from "vitest";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { decodeTarget, encodeTarget } from "./target.ts";
import { HONEYPOT, type PathContent, readToken, trackedPaths } from "./token.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const others = openInstanceSecrets({ dataDir: "/nowhere", key: "x".repeat(32) });
const content = { accountNumber: 7, emailId: "01a1fc0b-98e9-73b7-b9fd-726d62cf8357", position: 2, link: 3 };
const url = "https://shop.example/offer?id=1";
const pathsOf = (...contents: PathContent[]) => trackedPaths(secrets, content, contents);
const toUrl: PathContent = { kind: "click", link: content.link, url };
const pixel: PathContent = { kind: "open", link: 0, url: "" };
const [linkPath = "", pixelPath = ""] = pathsOf(toUrl, pixel);
const tokenOf = (path = "") => path.slice(3, 51);
const token = tokenOf(linkPath);
const pixelToken = tokenOf(pixelPath);
const read = (token: string, to = url) => readToken(secrets, "click", { token, url: to });

test("a token is read back, and is shorter than 50 characters", () => {
  expect(read(token)?.content).toEqual(content);
  expect(token).toMatch(/^[\w-]{48}$/);
});

test("a path has the token, and the encoded URL if there is one", () => {
  expect(linkPath).toBe(`/c/${token}/${encodeTarget(url)}`);
  expect(pathsOf({ kind: "click", link: HONEYPOT, url: "" })[0]).toMatch(/^\/c\/[\w-]{48}$/);
  expect(pixelPath).toBe(`/o/${pixelToken}.gif`);
  expect(readToken(secrets, "open", { token: pixelToken, url: "" })?.content).toEqual({
    ...content,
    link: 0,
  });
});

test("a URL that is not in ASCII is refused: its link would lead elsewhere", () => {
  expect(() => pathsOf({ ...toUrl, url: "https://shop.example/ı" })).toThrow(RangeError);
});

test("links in mail that was sent stay valid", () => {
  expect(linkPath).toBe(
    "/c/AQAAAAcBofwLmOlzt7n9cm1iz4NXAAIAA5y_FAMzUYFcKOLE/aHR0cHM6Ly9zaG9wLmV4YW1wbGUvb2ZmZXI_aWQ9MQ",
  );
  expect(pixelPath).toBe("/o/AQAAAAcBofwLmOlzt7n9cm1iz4NXAAIAAFbwwYOvY-y0IAT7.gif");
});

test("a path is the same alone and among paths to URLs of other lengths", () => {
  const lengths = Array.from({ length: 7 }, (_, length) => `https://shop.example/${"x".repeat(length)}`);
  const wanted: PathContent[] = [pixel, ...lengths.map((url, link) => ({ ...toUrl, link, url })), pixel];
  const paths = pathsOf(...wanted);
  expect(paths).toEqual(wanted.flatMap((each) => pathsOf(each)));
  for (const [link, to] of lengths.entries()) {
    const path = paths[link + 1];
    expect(path).toBe(`/c/${tokenOf(path)}/${encodeTarget(to)}`);
    expect(read(tokenOf(path), to)?.content).toEqual({ ...content, link });
  }
  expect(pathsOf()).toEqual([]);
});

test("links of one recipient, also to the same URL, and the pixel have different fingerprints", () => {
  const contents = Array.from({ length: 1_000 }, (_, link): PathContent => ({ ...toUrl, link }));
  const links = pathsOf(...contents).map((path) => read(tokenOf(path)));
  const readPixel = readToken(secrets, "open", { token: pixelToken, url: "" });
  const fingerprints = [...links, readPixel].map((read) => read?.fingerprint);
  expect(new Set(fingerprints).size).toBe(1_001);
  expect(fingerprints.every(Number.isSafeInteger)).toBe(true);
});

test.each([
  ["with the URL of another link", token, "https://evil.example/"],
  ["with a URL that differs in one character", token, `${url}0`],
  ["of another instance", tokenOf(trackedPaths(others, content, [toUrl])[0]), url],
  ["of the pixel", pixelToken, url],
  ["cut", token.slice(0, -1), url],
  ["longer", `${token}A`, url],
  ["in standard base64", `${token.slice(0, 20)}+${token.slice(21)}`, url],
  ["percent-encoded", `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`, url],
])("a token %s is refused (H1, Q1)", (_, token, to) => {
  expect(read(token, to)).toBeNull();
});

test("each changed bit of a token, and so each other account, email or link, is refused (H1, Q1)", () => {
  const bytes = Buffer.from(token, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(read(changed.toString("base64url"))).toBeNull();
  }
});

test("10,000 mutated tokens and URLs give no target (H1)", () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const mutate = (text: string) => {
    const at = random(text.length);
    const put = String.fromCharCode(33 + random(94));
    return [text.slice(0, at) + put + text.slice(at + 1), text.slice(0, at) + text.slice(at + 1), text + put][
      random(3)
    ] as string;
  };
  const encoded = encodeTarget(url);
  let redirects = 0;
  for (let n = 0; n < 10_000; n += 1) {
    const [t, u] = n % 2 === 0 ? [mutate(token), encoded] : [token, mutate(encoded)];
    if (t === token && u === encoded) continue;
    const target = decodeTarget(u);
    if (target !== null && read(t, target) !== null) redirects += 1;
  }
  expect(redirects).toBe(0);
});
