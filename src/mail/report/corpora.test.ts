import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Report, readReport, type Verdict } from "./index.ts";

/** Sets that other readers of bounces are tested with: test/corpora/README.md. */
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

/** Which half of a set the rules were written with. */
function isOfDevelopment({ file }: Sample): boolean {
  return Number.parseInt(createHash("sha256").update(file).digest("hex").charAt(0), 16) % 2 === 0;
}

function kindFault({ expected, report }: Sample): string | null {
  return report.kind === expected.kind ? null : report.kind;
}

/** The recipients that the notice is about, by their final or their original address, and no others. */
function recipientFault({ expected, report }: Sample): string | null {
  const wanted = Object.keys(expected.recipients).map((address) => address.toLowerCase());
  if (wanted.length === 0) return null;
  if (report.kind !== "bounce") return report.kind;
  const found = report.recipients.map(({ address, originalAddress }) =>
    [address, originalAddress].flatMap((one) => one?.toLowerCase() ?? []),
  );
  const isRight =
    wanted.every((address) => found.some((names) => names.includes(address))) &&
    found.every((names) => names.some((name) => wanted.includes(name)));
  return isRight ? null : found.map((names) => names[0] ?? "none").join();
}

/** Hard or not, of those that were read as a bounce. */
function verdictFaults({ expected, report }: Sample): { isFalseHard: boolean; text: string }[] {
  if (report.kind !== "bounce") return [];
  return report.recipients.flatMap(({ address, originalAddress, verdict, reason }) => {
    const names = [address, originalAddress].map((one) => one?.toLowerCase());
    const wanted = Object.entries(expected.recipients).find(([one]) => names.includes(one.toLowerCase()));
    const shouldBeHard = wanted?.[1] === "hard";
    if (wanted === undefined && verdict !== "hard") return [];
    return shouldBeHard === (verdict === "hard")
      ? []
      : [{ isFalseHard: !shouldBeHard, text: `${verdict} ${reason}` }];
  });
}

function ratioOf(samples: Sample[], what: string, faultOf: (sample: Sample) => string | null): number {
  const faults = samples.flatMap((sample) => {
    const fault = faultOf(sample);
    return fault === null ? [] : [{ sample, line: `${sample.file}: ${fault}` }];
  });
  const share = (part: Sample[]) => {
    const wrong = faults.filter(({ sample }) => part.includes(sample)).length;
    return `${(((part.length - wrong) / part.length) * 100).toFixed(1)} % of ${part.length}`;
  };
  const development = samples.filter(isOfDevelopment);
  const heldOut = samples.filter((sample) => !isOfDevelopment(sample));
  console.info(
    [
      `${what}: ${share(samples)} (development ${share(development)}, held out ${share(heldOut)})`,
      ...faults.map(({ line }) => `  ${line}`),
    ].join("\n"),
  );
  return (samples.length - faults.length) / samples.length;
}

describe.each(SETS)("%s", (set) => {
  const samples = load(set);

  test("G10 is it a bounce, of whom, hard or soft", () => {
    const ratios = {
      kind: ratioOf(samples, "kind", kindFault),
      recipient: ratioOf(samples, "recipient", recipientFault),
      hardOrSoft: ratioOf(
        samples,
        "hard or soft",
        (sample) =>
          verdictFaults(sample)
            .map(({ text }) => text)
            .join() || null,
      ),
    };
    for (const [name, ratio] of Object.entries(ratios)) expect.soft(ratio, name).toBeGreaterThanOrEqual(BAR);
  });

  test("G10 false hard verdicts are at most 3 in 1,000", () => {
    const called = samples.filter((sample) => verdictFaults(sample).some(({ isFalseHard }) => isFalseHard));
    console.info(`called hard without being so: ${called.map(({ file }) => file).join(", ") || "none"}`);
    expect(called.length / samples.length).toBeLessThanOrEqual(MAX_FALSE_HARD);
  });
});
