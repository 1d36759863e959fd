/** `a="b",c="d"`, as the exposition format of Prometheus escapes it. */
export function formatLabels(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escapeOf)}"`)
    .join(",");
}

function escapeOf(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}
