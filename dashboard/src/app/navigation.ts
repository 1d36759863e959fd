import {
  Activity,
  Ban,
  Globe,
  Hourglass,
  Inbox,
  LayoutGrid,
  Send,
  Settings,
  SquareTerminal,
  Users,
  Waypoints,
} from "lucide-react";

/** The sidebar's pages, in order. Only operators see pages marked `operators`. */
export const NAVIGATION = [
  { to: "/", label: "Overview", icon: LayoutGrid },
  { to: "/emails", label: "Emails", icon: Send },
  { to: "/inbox", label: "Inbox", icon: Inbox },
  { to: "/contacts", label: "Contacts", icon: Users },
  { to: "/domains", label: "Domains", icon: Globe },
  { to: "/suppressions", label: "Suppressions", icon: Ban },
  { to: "/routing", label: "Routing", icon: Waypoints },
  { to: "/requests", label: "API logs", icon: SquareTerminal },
  { to: "/queue", label: "Queue", icon: Hourglass },
  { to: "/health", label: "Health", icon: Activity, operators: true },
  { to: "/settings", label: "Settings", icon: Settings },
] as const;
