/** "10,000+" at the server's counting limit. */
export function formatCount(count: number, countedUpTo: number): string {
  return `${count.toLocaleString("en")}${count >= countedUpTo ? "+" : ""}`;
}
