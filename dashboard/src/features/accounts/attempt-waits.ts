/** Retry intervals as text: "1, 5, 60" minutes; empty for the default. */
export function formatWaits(seconds: number[] | null): string {
  return (seconds ?? []).map((wait) => String(Math.round((wait / 60) * 100) / 100)).join(", ");
}

/** Seconds. Text that is not a number is sent on; the server's error then appears at the field. */
export function readWaits(text: string): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length === 0 ? null : parts.map((part) => Math.round(Number(part) * 60));
}

export function hoursOf(seconds: number): string {
  return String(Math.round((seconds / 3_600) * 100) / 100);
}
