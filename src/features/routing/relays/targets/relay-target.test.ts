import { expect, test } from "vitest";
import { isSameLogin, joinSecret, readRelayTarget, splitSecret } from "./relay-target.ts";

const key = "AKIAIOSFODNN7EXAMPLE";

test.each([
  [`ses://${key}:s%2Fe+c@eu-west-1`, { region: "eu-west-1", secretAccessKey: "s/e+c", endpoint: null }],
  [`ses://${key}:s@us-gov-west-1`, { region: "us-gov-west-1" }],
  [
    `ses://${key}:s@eu-west-1?endpoint=http%3A%2F%2F127.0.0.1%3A4566&configuration_set=main-1`,
    { endpoint: "http://127.0.0.1:4566", configurationSet: "main-1" },
  ],
])("%s is read", (url, target) => {
  expect(readRelayTarget(url)).toMatchObject({
    ok: true,
    target: { kind: "ses", accessKeyId: key, ...target },
  });
});

test("SMTP URLs are read as in SMTP_RELAY_URL", () => {
  expect(readRelayTarget("smtps://u:p@mail.example")).toMatchObject({
    ok: true,
    target: { kind: "smtp", endpoint: { host: "mail.example", port: 465, tls: "implicit" } },
  });
});

test.each([
  ["https://example.com", /begin with smtp/],
  ["ses://", /must look like ses/],
  [`ses://${key}:s/e@eu-west-1`, /must look like|region|percent/],
  [`ses://${key}:secret@example.com`, /region/],
  [`ses://${key}:secret@169.254.169.254`, /region/],
  [`ses://${key}:secret@eu-west-1:25`, /region/],
  [`ses://${key}:secret@eu-west-1/x`, /Nothing but/],
  ["ses://eu-west-1", /access key id/],
  [`ses://${key}@eu-west-1`, /secret access key/],
  [`ses://${key}:secret@eu-west-1?role=x`, /unknown option/],
  [`ses://${key}:secret@eu-west-1?endpoint=file:///etc`, /endpoint/],
])("%s is rejected, and the reason contains no secret (B6)", (url, reason) => {
  const read = readRelayTarget(url);
  expect(read).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  expect(JSON.stringify(read)).not.toContain(":secret@");
});

test.each([
  [
    "smtp://user:p%40ss%25@mail.example:587?tls=required",
    "smtp://user@mail.example:587?tls=required",
    "p@ss%",
  ],
  ["smtps://u:%C3%A4%3A%2F'@mail.example", "smtps://u@mail.example", "ä:/'"],
  [`ses://${key}:a%2Fb%2Bc@eu-west-1`, `ses://${key}@eu-west-1`, "a/b+c"],
])("%s is split from its password, and joined again unchanged (B6)", (text, url, secret) => {
  expect(splitSecret(text)).toEqual({ url, secret });
  const joined = joinSecret(url, secret);
  expect(splitSecret(joined)).toEqual({ url, secret });
  expect(readRelayTarget(joined)).toEqual(readRelayTarget(text));
});

test.each([
  ["smtp://u@a.example", "smtp://u@A.example:587", true],
  [`ses://${key}@eu-west-1`, `ses://${key}@eu-west-1?configuration_set=main`, true],
  ["smtp://u@a.example:587", "smtps://u@a.example:587", false],
  ["smtp://u@a.example", "smtp://u@a.example:2525", false],
  ["smtp://u@a.example", "smtp://u@a.example?insecure=1", false],
  [`ses://${key}@eu-west-1`, `ses://${key}@eu-west-1?endpoint=http%3A%2F%2Fx.example`, false],
  ["smtp://u@a.example", "smtp://u@b.example", false],
  ["smtp://u@a.example", "smtp://v@a.example", false],
])("a password for %s may be used at %s: %s (B6)", (first, second, expected) => {
  expect(isSameLogin(first, second)).toBe(expected);
});
