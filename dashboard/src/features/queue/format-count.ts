/** "10,000+" where the server counted no further. */
export function formatCount(count: number, countedUpTo: number): string {
  return `${count.toLocaleString("en")}${count >= countedUpTo ? "+" : ""}`;
}
