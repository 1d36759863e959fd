import type { Icon } from "../ui/icon.tsx";
import {
  Activity,
  Ban,
  ChartColumn,
  FileText,
  Globe,
  Hourglass,
  Inbox,
  KeyRound,
  LayoutGrid,
  Plug,
  Send,
  SquareTerminal,
  Users,
  Waypoints,
  Webhook,
} from "../ui/icons.gen.ts";

export type NavigationPage = {
  to:
    | "/"
    | "/insights"
    | "/emails"
    | "/inbox"
    | "/contacts"
    | "/domains"
    | "/suppressions"
    | "/reports"
    | "/keys"
    | "/webhooks"
    | "/requests"
    | "/smtp"
    | "/queue"
    | "/routing"
    | "/health";
  label: string;
  icon: Icon;
  /** The second key of its shortcut, after `g`. */
  key: string;
  /** Only operators see it. */
  isForOperators?: true;
};

/** The sidebar's pages, in groups. */
export const NAVIGATION: { label: string | null; pages: NavigationPage[] }[] = [
  {
    label: null,
    pages: [
      { to: "/", label: "Overview", icon: LayoutGrid, key: "o" },
      { to: "/insights", label: "Insights", icon: ChartColumn, key: "a" },
    ],
  },
  {
    label: "Send",
    pages: [
      { to: "/emails", label: "Emails", icon: Send, key: "e" },
      { to: "/inbox", label: "Inbox", icon: Inbox, key: "i" },
      { to: "/contacts", label: "Contacts", icon: Users, key: "c" },
    ],
  },
  {
    label: "Deliverability",
    pages: [
      { to: "/domains", label: "Domains", icon: Globe, key: "d" },
      { to: "/suppressions", label: "Suppressions", icon: Ban, key: "s" },
      { to: "/reports", label: "Reports", icon: FileText, key: "p" },
    ],
  },
  {
    label: "Developers",
    pages: [
      { to: "/keys", label: "API keys", icon: KeyRound, key: "k" },
      { to: "/webhooks", label: "Webhooks", icon: Webhook, key: "w" },
      { to: "/requests", label: "API logs", icon: SquareTerminal, key: "l" },
      { to: "/smtp", label: "SMTP", icon: Plug, key: "m" },
    ],
  },
  {
    label: "Operate",
    pages: [
      { to: "/queue", label: "Queue", icon: Hourglass, key: "q" },
      { to: "/routing", label: "Routing", icon: Waypoints, key: "r" },
      { to: "/health", label: "Health", icon: Activity, key: "h", isForOperators: true },
    ],
  },
];
