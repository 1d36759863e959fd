import type { Icon } from "../../ui/icon.tsx";
import { Globe, Mail, PlugZap, ScrollText, Settings, UserRound, Users } from "../../ui/icons.gen.ts";
import { NAVIGATION } from "../navigation.ts";
import type { PaletteDialog } from "./dialogs.ts";
import { type Found, MIN_LENGTH } from "./use-found.ts";

export type PaletteItem = {
  id: string;
  group: "Pages" | "Actions" | "Emails" | "Contacts" | "Domains";
  label: string;
  /** A second line of text. */
  aside?: string;
  icon: Icon;
  /** Other words that find it. */
  words?: string;
  run: { path: string } | { dialog: PaletteDialog } | (() => void);
};

type Commands = { isOperator: boolean; actions: readonly PaletteItem[] };

/** Pages and actions that contain every word of the text, in their name or in other words for it. */
export function matchingCommands(text: string, { isOperator, actions }: Commands): PaletteItem[] {
  const matches = ({ label, group, words = "" }: PaletteItem): boolean =>
    containsWords(`${label} ${group} ${words}`, text);
  const pages = NAVIGATION.flatMap((group) => group.pages)
    .filter(({ isForOperators }) => !isForOperators || isOperator)
    .map(({ to, label, icon }) => pageItem(to, label, icon));
  const settings = SETTINGS.filter(({ isForOperators }) => !isForOperators || isOperator);
  return [...pages, ...settings, ...actions].filter(matches);
}

type Typed = {
  text: string;
  /** Whether the text has been searched. Until then, what was found before is kept if it contains the text, so that Enter never opens another item. */
  isSearched: boolean;
};

export function foundItems(found: Found, { text, isSearched }: Typed): PaletteItem[] {
  if (text.trim().length < MIN_LENGTH) return [];
  const items = itemsOf(found);
  return isSearched
    ? items
    : items.filter(({ label, aside = "" }) => containsWords(`${label} ${aside}`, text));
}

function containsWords(content: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => content.toLowerCase().includes(word));
}

function itemsOf({ emails, contacts, domains }: Found): PaletteItem[] {
  return [
    ...emails.map(({ id, subject, to }) => ({
      ...{ id: `email ${id}`, group: "Emails" as const, icon: Mail },
      label: subject === "" ? "No subject" : subject,
      aside: to.join(", "),
      run: { path: `/emails/${encodeURIComponent(id)}` },
    })),
    ...contacts.map(({ id, email, name }) => ({
      ...{ id: `contact ${id}`, group: "Contacts" as const, icon: UserRound },
      label: email,
      ...(name ? { aside: name } : {}),
      run: { path: `/contacts/${encodeURIComponent(id)}` },
    })),
    ...domains.map(({ name, status }) => ({
      ...{ id: `domain ${name}`, group: "Domains" as const, icon: Globe },
      ...{ label: name, aside: status, run: { path: `/domains/${encodeURIComponent(name)}` } },
    })),
  ];
}

function pageItem(path: string, label: string, icon: Icon): PaletteItem {
  return { id: `page ${path}`, group: "Pages", label, icon, run: { path } };
}

const SETTINGS: (PaletteItem & { isForOperators?: true })[] = [
  pageItem("/settings/account", "Settings", Settings),
  pageItem("/settings/members", "Members", Users),
  pageItem("/settings/tracking", "Tracking settings", Settings),
  pageItem("/settings/sessions", "Sessions", Settings),
  { ...pageItem("/settings/delivery", "Delivery settings", Settings), isForOperators: true },
  { ...pageItem("/go-live", "Go live", PlugZap), isForOperators: true },
  pageItem("/settings/audit", "Audit log", ScrollText),
];
