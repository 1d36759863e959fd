import type { Icon } from "../../ui/icon.tsx";
import {
  Globe,
  Mail,
  Moon,
  PenLine,
  ScrollText,
  Settings,
  Sun,
  UserRound,
  Users,
} from "../../ui/icons.gen.ts";
import { NAVIGATION } from "../navigation.ts";
import { chooseTheme } from "../theme.ts";
import type { Found } from "./use-found.ts";

export type PaletteItem = {
  id: string;
  group: "Pages" | "Actions" | "Emails" | "Contacts" | "Domains";
  label: string;
  /** A second line of text. */
  aside?: string;
  icon: Icon;
  /** A path to open, or an action. */
  run: { path: string } | (() => void);
};

/** Pages and actions whose name contains every word of the text. */
export function matchingCommands(text: string, isOperator: boolean): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, group }: PaletteItem): boolean =>
    words.every((word) => `${label} ${group}`.toLowerCase().includes(word));
  const pages = NAVIGATION.flatMap((group) => group.pages)
    .filter(({ isForOperators }) => !isForOperators || isOperator)
    .map(({ to, label, icon }) => pageItem(to, label, icon));
  return [...pages, ...SETTINGS, ...ACTIONS].filter(matches);
}

export function foundItems({ emails, contacts, domains }: Found): PaletteItem[] {
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

const SETTINGS = [
  pageItem("/settings/account", "Settings", Settings),
  pageItem("/settings/members", "Members", Users),
  pageItem("/settings/audit", "Audit log", ScrollText),
];

const ACTIONS: PaletteItem[] = [
  {
    ...{ id: "compose", group: "Actions", label: "Compose email", icon: PenLine },
    run: { path: "/emails/new" },
  },
  {
    ...{ id: "light", group: "Actions", label: "Use light theme", icon: Sun },
    run: () => chooseTheme("light"),
  },
  {
    ...{ id: "dark", group: "Actions", label: "Use dark theme", icon: Moon },
    run: () => chooseTheme("dark"),
  },
];
