const MAX_WIDTH = 90;

/** Indented JSON in which a list or object without others in it is one line, if it fits. */
export function shortJson(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value).map(
    ([name, part]) => `${isList ? "" : `${JSON.stringify(name)}: `}${shortJson(part, inner)}`,
  );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  const isFlat = Object.values(value).every((part) => part === null || typeof part !== "object");
  if (isFlat && indent.length + line.length <= MAX_WIDTH) return line;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
