import { NAVIGATION } from "../navigation.ts";

/** The action of a key press. `pending`: the first key of a sequence. */
export type Shortcut =
  | {
      kind:
        | "palette"
        | "search"
        | "help"
        | "compose"
        | "next-row"
        | "previous-row"
        | "select-row"
        | "pending";
    }
  | { kind: "page"; to: (typeof NAVIGATION)[number]["pages"][number]["to"] };

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

const SINGLE = new Map<string, Shortcut>([
  ["/", { kind: "search" }],
  ["?", { kind: "help" }],
  ["c", { kind: "compose" }],
  ["j", { kind: "next-row" }],
  ["k", { kind: "previous-row" }],
  ["x", { kind: "select-row" }],
  ["g", { kind: "pending" }],
]);

const AFTER_G = new Map<string, Shortcut>(
  NAVIGATION.flatMap(({ pages }) => pages.map(({ key, to }) => [key, { kind: "page", to } as const])),
);

/** Null: the key press is no shortcut. `isAfterG`: the key before was `g`. */
export function readShortcut(
  { key, ctrlKey, metaKey, altKey }: KeyPress,
  isAfterG: boolean,
): Shortcut | null {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey) return { kind: "palette" };
  if (ctrlKey || metaKey || altKey) return null;
  return (isAfterG ? AFTER_G.get(key) : SINGLE.get(key)) ?? null;
}
