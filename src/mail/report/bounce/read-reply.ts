/** The codes in a server's reply. */
export type ReplyCodes = { code: number | null; enhanced: string | null };

// RFC 5321 §4.2 and RFC 3463 side by side, as `550 5.1.1`, `550-5.7.26`, `550-'5.7.1`, `550 #5.1.0`, `550: 5.1.1`.
const PAIR = /(?<![\d.])([245]\d\d)[\s:,-]{1,3}['"#([]{0,2}([245]\.\d{1,2}\.\d{1,3})(?![\d.]*\d)/g;
const ENHANCED = /(?<![\w.])([245]\.\d{1,2}\.\d{1,3})(?!\d|\.\d)/;
const CODE =
  /(?:^|[\s:;'"<([]|said)([245][0-7]\d)(?=[\s:;,+-]|$)(?! ?(?:days?|hours?|minutes?|seconds?|bytes|messages|recipients))/;

// Sendmail 5: `554 <x@example.com>... 550 Host unknown`
const INNER_CODE = /\.\.\. ([245]\d\d) /;
// IronPort, and Amazon SES: `5.1.0 - Unknown address error 550-'5.7.1 <x@example.com>... Access denied'`
const WRAPPED = / - [^']{1,60}\d{3}-'([^']{3,})/;

/**
 * The codes of the decisive reply: when servers quote each other, the last one (`554 4.4.7 Message expired.<421 4.4.2
 * Connection timed out>`).
 */
export function readReplyCodes(text: string): ReplyCodes {
  const pair = [...text.matchAll(PAIR)].at(-1);
  if (pair) return { code: Number(pair[1]), enhanced: pair[2] as string };
  const code = INNER_CODE.exec(text)?.[1] ?? CODE.exec(text)?.[1];
  return { code: code ? Number(code) : null, enhanced: ENHANCED.exec(text)?.[1] ?? null };
}

/** The words of the server that refused, without those of servers that wrap them. */
export function innermost(text: string): string {
  return WRAPPED.exec(text)?.[1] ?? text;
}

/**
 * Whether the text is Sendmail's summary of an error that the line above shows: `554 <x@example.com>... Service
 * unavailable`.
 */
export function isSummary(text: string): boolean {
  return /^\d{3} <[^<>]+>\.\.\. Service unavailable$/.test(text);
}
