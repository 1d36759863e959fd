import type { TLocalizedValidationError } from "typebox/error";
import type { FieldError } from "../../errors/index.ts";

/** Turns validation errors into one sentence per field, about the field's first error, which is the one to fix. */
export function describeErrors(found: TLocalizedValidationError[]): FieldError[] {
  const sentences = new Map<string, string>();
  for (const { path, message } of found.flatMap((problem) => describeInUnion(problem, found))) {
    if (!sentences.has(path)) sentences.set(path, message);
  }
  return [...sentences].map(([path, message]) => ({ path, message }));
}

/**
 * Every branch of a union reports why it did not match. If the value has the type and literals of one branch, only the
 * errors of that branch are reported. Otherwise, one error lists the values that the branches accept.
 */
function describeInUnion(
  problem: TLocalizedValidationError,
  found: TLocalizedValidationError[],
): FieldError[] {
  if (problem.keyword === "anyOf")
    return intendedBranch(problem, found) === null ? [describeUnion(problem, found)] : [];
  const union = found.find((other) => other.keyword === "anyOf" && isInside(other, problem));
  return union && branchOf(union, problem) !== intendedBranch(union, found) ? [] : describe(problem);
}

function intendedBranch(union: TLocalizedValidationError, found: TLocalizedValidationError[]): string | null {
  const inside = found.filter((problem) => isInside(union, problem));
  const errorsIn = Map.groupBy(inside, (problem) => branchOf(union, problem));
  for (const problem of inside) if (isMismatch(union, problem)) errorsIn.delete(branchOf(union, problem));
  const fewestFirst = [...errorsIn].sort(([, a], [, b]) => countOf(a) - countOf(b));
  return fewestFirst[0]?.[0] ?? null;
}

function countOf(problems: TLocalizedValidationError[]): number {
  return problems.flatMap(describe).length;
}

/** Whether an error means that another branch was intended: the wrong type of the value itself, or another literal in it. */
function isMismatch(union: TLocalizedValidationError, problem: TLocalizedValidationError): boolean {
  return (
    (problem.keyword === "type" && problem.instancePath === union.instancePath) || problem.keyword === "const"
  );
}

function describeUnion(union: TLocalizedValidationError, found: TLocalizedValidationError[]): FieldError {
  const mismatches = found.filter((problem) => isInside(union, problem) && isMismatch(union, problem));
  const wanted = mismatches.map((problem) =>
    problem.keyword === "const" ? JSON.stringify(problem.params.allowedValue) : typeNameOf(problem),
  );
  const literal = mismatches.find(({ keyword }) => keyword === "const");
  const path = pathOf((literal ?? union).instancePath);
  return { path, message: `must be ${[...new Set(wanted)].join(" or ")}` };
}

function isInside(union: TLocalizedValidationError, problem: TLocalizedValidationError): boolean {
  return problem.schemaPath.startsWith(`${union.schemaPath}/anyOf/`);
}

function branchOf(union: TLocalizedValidationError, problem: TLocalizedValidationError): string {
  return problem.schemaPath.slice(`${union.schemaPath}/anyOf/`.length).split("/", 1)[0] ?? "";
}

function describe(problem: TLocalizedValidationError): FieldError[] {
  const path = pathOf(problem.instancePath);
  if (problem.keyword === "required")
    return problem.params.requiredProperties.map((name) => ({
      path: join(path, name),
      message: "is required",
    }));
  if (problem.keyword === "additionalProperties")
    return problem.params.additionalProperties.map((name) => ({
      path: join(path, name),
      message: "is not a known field",
    }));
  if (problem.keyword === "boolean") return [{ path, message: "is not a known field" }];
  return [{ path, message: sentenceOf(problem) }];
}

function sentenceOf(problem: TLocalizedValidationError): string {
  switch (problem.keyword) {
    case "type":
      return `must be ${typeNameOf(problem)}`;
    case "minLength":
      return problem.params.limit === 1
        ? "must not be empty"
        : `must have at least ${problem.params.limit} characters`;
    case "maxLength":
      return `must have at most ${problem.params.limit} characters`;
    case "minItems":
      return problem.params.limit === 1
        ? "must not be empty"
        : `must have at least ${problem.params.limit} entries`;
    case "maxItems":
      return `must have at most ${problem.params.limit} entries`;
    case "minimum":
      return `must be ${problem.params.limit} or more`;
    case "maximum":
      return `must be ${problem.params.limit} or less`;
    case "const":
      return `must be ${JSON.stringify(problem.params.allowedValue)}`;
    case "enum":
      return `must be one of ${problem.params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
    case "format":
      return FORMAT_NAMES.get(problem.params.format) ?? `must be of the format ${problem.params.format}`;
    default:
      return "does not have a form that this field accepts";
  }
}

function typeNameOf(problem: TLocalizedValidationError): string {
  const type = problem.keyword === "type" ? String(problem.params.type) : "";
  return TYPE_NAMES.get(type) ?? "of another type";
}

const TYPE_NAMES = new Map([
  ["string", "a string"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

const FORMAT_NAMES = new Map([
  ["date-time", "must be a time such as 2026-11-21T08:30:00.000Z"],
  ["uuid", "must be a UUID"],
  ["email", "must be an email address"],
]);

/** Converts a JSON pointer to dotted notation: /to/2/name → to[2].name */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(join, "");
}

function join(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`;
  return path === "" ? part : `${path}.${part}`;
}
