import type { Pause } from "../../api-types.ts";

/** "Held: mail to one.example", "Paused: all mail of all accounts". */
export function describePause({ kind, target, name, account_id, by_operator }: Pause): string {
  const what = target === "all" ? "all mail" : `mail to ${name}`;
  const whose = by_operator && account_id === null ? " of all accounts" : "";
  return `${kind === "hold" ? "Held" : "Paused"}: ${what}${whose}`;
}
