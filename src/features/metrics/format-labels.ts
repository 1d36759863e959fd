/** Returns `a="b",c="d"`, escaped for the Prometheus exposition format. */
export function formatLabels(labels: Record<string, string>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escapeOf)}"`)
    .join(",");
}

function escapeOf(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}
