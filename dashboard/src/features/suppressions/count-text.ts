/** "1 address", "1,204 suppressions". */
export function countText(count: number, noun: "address" | "suppression"): string {
  const plural = noun === "address" ? "addresses" : "suppressions";
  return `${count.toLocaleString("en")} ${count === 1 ? noun : plural}`;
}
