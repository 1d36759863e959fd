export function countOf(count: number): string {
  return count.toLocaleString("en");
}
