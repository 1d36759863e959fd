import type { TLocalizedValidationError } from "typebox/error";
import type { FieldError } from "../../errors/index.ts";

/** What a validator found, as sentences about fields. One sentence a field: its first fault is the one to repair. */
export function describeErrors(found: TLocalizedValidationError[]): FieldError[] {
  const sentences = new Map<string, string>();
  for (const { path, message } of found.flatMap((fault) => describeInUnion(fault, found))) {
    if (!sentences.has(path)) sentences.set(path, message);
  }
  return [...sentences].map(([path, message]) => ({ path, message }));
}

/**
 * Of a union every branch reports why it did not match. The branch that was meant is the one whose type and literals fit: its
 * faults are told; if none fits, what all of them together would take.
 */
function describeInUnion(fault: TLocalizedValidationError, found: TLocalizedValidationError[]): FieldError[] {
  if (fault.keyword === "anyOf")
    return meantBranch(fault, found) === null ? [describeUnion(fault, found)] : [];
  const union = found.find((other) => other.keyword === "anyOf" && isInside(other, fault));
  return union && branchOf(union, fault) !== meantBranch(union, found) ? [] : describe(fault);
}

function meantBranch(union: TLocalizedValidationError, found: TLocalizedValidationError[]): string | null {
  const inside = found.filter((fault) => isInside(union, fault));
  const errorsIn = Map.groupBy(inside, (fault) => branchOf(union, fault));
  for (const fault of inside) if (isMismatch(union, fault)) errorsIn.delete(branchOf(union, fault));
  const fewestFirst = [...errorsIn].sort(([, one], [, other]) => countOf(one) - countOf(other));
  return fewestFirst[0]?.[0] ?? null;
}

function countOf(faults: TLocalizedValidationError[]): number {
  return faults.flatMap(describe).length;
}

/** Whether a fault tells that another branch was meant: the wrong type of the value itself, or another literal in it. */
function isMismatch(union: TLocalizedValidationError, fault: TLocalizedValidationError): boolean {
  return (fault.keyword === "type" && fault.instancePath === union.instancePath) || fault.keyword === "const";
}

function describeUnion(union: TLocalizedValidationError, found: TLocalizedValidationError[]): FieldError {
  const mismatches = found.filter((fault) => isInside(union, fault) && isMismatch(union, fault));
  const wanted = mismatches.map((fault) =>
    fault.keyword === "const" ? JSON.stringify(fault.params.allowedValue) : typeNameOf(fault),
  );
  const literal = mismatches.find(({ keyword }) => keyword === "const");
  const path = pathOf((literal ?? union).instancePath);
  return { path, message: `must be ${[...new Set(wanted)].join(" or ")}` };
}

function isInside(union: TLocalizedValidationError, fault: TLocalizedValidationError): boolean {
  return fault.schemaPath.startsWith(`${union.schemaPath}/anyOf/`);
}

function branchOf(union: TLocalizedValidationError, fault: TLocalizedValidationError): string {
  return fault.schemaPath.slice(`${union.schemaPath}/anyOf/`.length).split("/", 1)[0] ?? "";
}

function describe(fault: TLocalizedValidationError): FieldError[] {
  const path = pathOf(fault.instancePath);
  if (fault.keyword === "required")
    return fault.params.requiredProperties.map((name) => ({
      path: join(path, name),
      message: "is required",
    }));
  if (fault.keyword === "additionalProperties")
    return fault.params.additionalProperties.map((name) => ({
      path: join(path, name),
      message: "is not a known field",
    }));
  if (fault.keyword === "boolean") return [{ path, message: "is not a known field" }];
  return [{ path, message: sentenceOf(fault) }];
}

function sentenceOf(fault: TLocalizedValidationError): string {
  switch (fault.keyword) {
    case "type":
      return `must be ${typeNameOf(fault)}`;
    case "minLength":
      return fault.params.limit === 1
        ? "must not be empty"
        : `must have at least ${fault.params.limit} characters`;
    case "maxLength":
      return `must have at most ${fault.params.limit} characters`;
    case "minItems":
      return fault.params.limit === 1
        ? "must not be empty"
        : `must have at least ${fault.params.limit} entries`;
    case "maxItems":
      return `must have at most ${fault.params.limit} entries`;
    case "minimum":
      return `must be ${fault.params.limit} or more`;
    case "maximum":
      return `must be ${fault.params.limit} or less`;
    case "const":
      return `must be ${JSON.stringify(fault.params.allowedValue)}`;
    case "enum":
      return `must be one of ${fault.params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
    case "format":
      return formatNames.get(fault.params.format) ?? `must be of the format ${fault.params.format}`;
    default:
      return "does not have a form that this field takes";
  }
}

function typeNameOf(fault: TLocalizedValidationError): string {
  const type = fault.keyword === "type" ? String(fault.params.type) : "";
  return typeNames.get(type) ?? "of another type";
}

const typeNames = new Map([
  ["string", "a string"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
  ["null", "null"],
]);

const formatNames = new Map([
  ["date-time", "must be a time such as 2026-11-21T08:30:00.000Z"],
  ["uuid", "must be a UUID"],
  ["email", "must be an email address"],
]);

/** A JSON pointer as people write it: /to/2/name → to[2].name */
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
