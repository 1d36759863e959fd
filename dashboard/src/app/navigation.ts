import { Inbox, LayoutGrid, Send, Settings, SquareTerminal, Users } from "lucide-react";

/** The pages of the sidebar, in its order. */
export const navigation = [
  { to: "/", label: "Overview", icon: LayoutGrid },
  { to: "/emails", label: "Emails", icon: Send },
  { to: "/inbox", label: "Inbox", icon: Inbox },
  { to: "/contacts", label: "Contacts", icon: Users },
  { to: "/requests", label: "Requests", icon: SquareTerminal },
  { to: "/settings", label: "Settings", icon: Settings },
] as const;
