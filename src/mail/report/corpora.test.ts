import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Report, readReport, type Verdict } from "./index.ts";

/** Corpora that other bounce parsers are tested with: test/corpora/README.md. */
const SETS = ["flufl-bounce", "cws-mail-bounce-handler"];
const BAR = 0.97;
const MAX_FALSE_HARD = 0.003;

type Expected = { kind: Report["kind"]; recipients: Record<string, Verdict> };
type Sample = { file: string; expected: Expected; report: Report };

function load(set: string): Sample[] {
  const directory = new URL(`../../../test/corpora/${set}/`, import.meta.url);
  const table = JSON.parse(readFileSync(new URL("expected.json", directory), "utf8"));
  const files = readdirSync(directory).filter((name) => /\.(eml|txt)$/.test(name));
  expect(Object.keys(table).sort()).toEqual(files.sort());
  return files.map((file) => {
    return { file, expected: table[file], report: readReport(readFileSync(new URL(file, directory))) };
  });
}

/** Whether the sample is in the half of its corpus that was used to write the rules. */
function isOfDevelopment({ file }: Sample): boolean {
  return Number.parseInt(createHash("sha256").update(file).digest("hex").charAt(0), 16) % 2 === 0;
}

function kindError({ expected, report }: Sample): string | null {
  return report.kind === expected.kind ? null : report.kind;
}

/** Checks that the report names the expected recipients, by their final or original address, and no others. */
function recipientError({ expected, report }: Sample): string | null {
  const wanted = Object.keys(expected.recipients).map((address) => address.toLowerCase());
  if (wanted.length === 0) return null;
  if (report.kind !== "bounce") return report.kind;
  const found = report.recipients.map(({ address, originalAddress }) =>
    [address, originalAddress].flatMap((name) => name?.toLowerCase() ?? []),
  );
  const isRight =
    wanted.every((address) => found.some((names) => names.includes(address))) &&
    found.every((names) => names.some((name) => wanted.includes(name)));
  return isRight ? null : found.map((names) => names[0] ?? "none").join();
}

/** Checks whether the verdicts are hard or not, for messages that were read as a bounce. */
function verdictErrors({ expected, report }: Sample): { isFalseHard: boolean; text: string }[] {
  if (report.kind !== "bounce") return [];
  return report.recipients.flatMap(({ address, originalAddress, verdict, reason }) => {
    const names = [address, originalAddress].map((name) => name?.toLowerCase());
    const wanted = Object.entries(expected.recipients).find(([name]) => names.includes(name.toLowerCase()));
    const shouldBeHard = wanted?.[1] === "hard";
    if (wanted === undefined && verdict !== "hard") return [];
    return shouldBeHard === (verdict === "hard")
      ? []
      : [{ isFalseHard: !shouldBeHard, text: `${verdict} ${reason}` }];
  });
}

function ratioOf(samples: Sample[], label: string, errorOf: (sample: Sample) => string | null): number {
  const faults = samples.flatMap((sample) => {
    const error = errorOf(sample);
    return error === null ? [] : [{ sample, line: `${sample.file}: ${error}` }];
  });
  const share = (part: Sample[]) => {
    const wrong = faults.filter(({ sample }) => part.includes(sample)).length;
    return `${(((part.length - wrong) / part.length) * 100).toFixed(1)} % of ${part.length}`;
  };
  const development = samples.filter(isOfDevelopment);
  const heldOut = samples.filter((sample) => !isOfDevelopment(sample));
  console.info(
    [
      `${label}: ${share(samples)} (development ${share(development)}, held out ${share(heldOut)})`,
      ...faults.map(({ line }) => `  ${line}`),
    ].join("\n"),
  );
  return (samples.length - faults.length) / samples.length;
}

describe.each(SETS)("%s", (set) => {
  const samples = load(set);

  test("bounces have the expected kind, recipients and verdicts (G10)", () => {
    const ratios = {
      kind: ratioOf(samples, "kind", kindError),
      recipient: ratioOf(samples, "recipient", recipientError),
      hardOrSoft: ratioOf(
        samples,
        "hard or soft",
        (sample) =>
          verdictErrors(sample)
            .map(({ text }) => text)
            .join() || null,
      ),
    };
    for (const [name, ratio] of Object.entries(ratios)) expect.soft(ratio, name).toBeGreaterThanOrEqual(BAR);
  });

  test("false hard verdicts are at most 3 in 1,000 (G10)", () => {
    const called = samples.filter((sample) => verdictErrors(sample).some(({ isFalseHard }) => isFalseHard));
    console.info(`false hard verdicts: ${called.map(({ file }) => file).join(", ") || "none"}`);
    expect(called.length / samples.length).toBeLessThanOrEqual(MAX_FALSE_HARD);
  });
});
