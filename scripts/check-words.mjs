/**
 * Finds words and phrases that are hard to understand, in code, comments, texts and Markdown, and suggests a plain word for each.
 * Part of `npm run check`. Without arguments, it reads all files that Git tracks; with arguments, only these files.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Pairs of a pattern and the words to write instead. For the product's terms, see the glossary in docs/architecture.md. */
export const WORDS = [
  [/\b(?:in|into|out of) (?:its |our |a |one |their )?hands?\b/i, "in flight"],
  [/\blanes?\b/i, "partition, throttle or concurrency"],
  [/\bpaces?\b/i, "throttle or rate"],
  [/\bsuspects?\b/i, "quarantined recipient"],
  [/\b(?:told|tells?|telling)\b/i, "notify, report, log, show or say"],
  [/\b(?:nobody|somebody|anybody|everybody|whoever)\b(?![@"])/i, "name the person or the program"],
  [/\banew\b/i, "again"],
  [/\bso (?:many|much)\b/i, "N, or the number's name"],
  [/\b(?:fates?|foresees?|foreseen)\b/i, "outcome, predict"],
  [/\bbrakes?\b/i, "abuse guard"],
  [/\bdoors?\b/i, "server, hook or endpoint"],
  [/\bnotices?\b/i, "notification, system mail, NOTIFY or detect"],
  [
    /\banswers? (?:whether|with|how|what|null|the|in|from|by|after|when|which|for|false|true|once|as)\b/i,
    "returns, replies or responds",
  ],
  [/\busual\b/i, "default or normal"],
  [/\bunder way\b/i, "in progress or in flight"],
  [/\b(?:hence|thereof|whereof|wherewith|thereby|lest|aught|naught)\b/i, "a plain sentence"],
  [/, for (?:it|they|there|then|he|nobody|else|what|who|that|this|its|we|no|both)\b/, "because"],
  [/[,;:] else [a-z]/, "otherwise"],
  [
    /(?:^|[.;:] |\/\*\* |\/\/ |\* |["`])(?:Of|What|Who|Whose|Whoever|Whatever) [a-z](?![^"`]*\?)/,
    "name the subject",
  ],
  [
    /(?:behaviou|colou|favou|honou|neighbou)r|catalogue|cancell(?:ed|ing)\b|licence|fulfil\b|judgement|(?:initial|normal|optim|organ|recogn|serial)is(?:e|ed|es|ing|ation|ations|ational)\b|(?<!aria-)\blabelled\b/i,
    "the American spelling",
  ],
];

/** Words that test code may use: a test injects faults. */
const PRODUCT_WORDS = [[/\bfaults?\b/i, "error, problem or failure"]];

const CHECKED = /\.(?:ts|tsx|mjs|md|sql|yaml)$/;
const NOT_CHECKED = /(?:^|\/)(?:generated|corpora)\/|\.gen\.ts$|check-words\.(?:mjs|test\.ts)$/;

/** Files that quote replies and messages of other programs. Add a file only with a reason. */
const EXCEPTED = new Map([
  ["migrations/0005_contacts.sql", "migrations are frozen"],
  ["migrations/0006_suppressions.sql", "migrations are frozen"],
  ["src/mail/report/auto-reply/signs.ts", "patterns for texts of automatic replies"],
  ["src/mail/report/bounce/bounce-words.ts", "patterns for texts of bounces"],
  ["src/mail/report/bounce/blamed-sender.test.ts", "real bounces"],
  ["src/mail/report/bounded.test.ts", "real bounces"],
  ["src/mail/report/ordinary-mail.test.ts", "real subjects"],
  ["src/mail/smtp/reply-meanings/rows-of-dead-addresses.ts", "real SMTP replies"],
]);
const PRODUCT = /^(?:src|dashboard\/src|packages\/[^/]+\/src)\/(?!.*\.(?:test|fixture)\.)/;

const GLOSSARY_FILE = "docs/architecture.md";

/** Empties the last cell of each row of the glossary, because it lists words that are not used. */
function withoutUnusedWords(lines) {
  const start = lines.indexOf("## Glossary");
  if (start < 0) return lines;
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  const end = length < 0 ? lines.length : start + 1 + length;
  return lines.map((line, index) =>
    index > start && index < end ? line.replace(/\|[^|]*\|\s*$/, "| |") : line,
  );
}

/** The findings of one file, a line each: `path:line: "word" — write …`. */
export function findWords(path, text) {
  const words = PRODUCT.test(path) ? [...WORDS, ...PRODUCT_WORDS] : WORDS;
  const isMarkdown = path.endsWith(".md");
  const lines = path === GLOSSARY_FILE ? withoutUnusedWords(text.split("\n")) : text.split("\n");
  return lines.flatMap((line, index) => {
    if (/^(?:import|export) .* from /.test(line) || (isMarkdown && /^#+ /.test(line))) return [];
    return words.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line);
      return found ? [`${path}:${index + 1}: "${found[0].trim()}": write ${instead}`] : [];
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const requested = process.argv.slice(2);
  const paths =
    requested.length > 0
      ? requested
      : execFileSync("git", ["ls-files"], { encoding: "utf8" }).trim().split("\n");
  const findings = paths
    .filter((path) => CHECKED.test(path) && !NOT_CHECKED.test(path) && !EXCEPTED.has(path))
    .flatMap((path) => findWords(path, readFileSync(path, "utf8")));
  if (findings.length > 0) {
    process.stderr.write(`${findings.join("\n")}\n${findings.length} places\n`);
    process.exitCode = 1;
  }
}
