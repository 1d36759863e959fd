import { download } from "../../ui/download.ts";
import {
  Ban,
  BookOpen,
  Download,
  FlaskConical,
  Globe,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  PenLine,
  Sun,
  Upload,
  UserRound,
  Webhook,
} from "../../ui/icons.gen.ts";
import { chooseTheme, type Theme } from "../theme.ts";
import type { PaletteItem } from "./palette-items.ts";

type Shell = { isViewer: boolean; showShortcuts: () => void; signOut: () => void };

type Action = Pick<PaletteItem, "label" | "icon" | "run"> & { words?: string };

const CREATING: Action[] = [
  { label: "Compose email", words: "new send write", icon: PenLine, run: { path: "/emails/new" } },
  { label: "Send test email", words: "try", icon: FlaskConical, run: { dialog: "send-test-email" } },
  { label: "Add contact", words: "new create person", icon: UserRound, run: { dialog: "add-contact" } },
  { label: "Import contacts", words: "csv upload people", icon: Upload, run: { dialog: "import-contacts" } },
  { label: "Add domain", words: "new create sender dns", icon: Globe, run: { dialog: "add-domain" } },
  { label: "Add suppressions", words: "new block addresses", icon: Ban, run: { dialog: "add-suppressions" } },
  { label: "Import suppressions", words: "csv upload", icon: Upload, run: { dialog: "import-suppressions" } },
  { label: "Create API key", words: "new add secret token", icon: KeyRound, run: { dialog: "create-key" } },
  { label: "Add webhook", words: "new create events", icon: Webhook, run: { dialog: "add-webhook" } },
];

const EXPORTS: [what: string, path: string][] = [
  ["emails", "/api/emails/export"],
  ["inbox", "/api/inbox/export"],
  ["contacts", "/api/contacts/export"],
  ["suppressions", "/api/suppressions/export"],
  ["domains", "/api/domains/export"],
  ["reports", "/api/reports/export"],
  ["API keys", "/api/keys/export"],
  ["webhooks", "/api/webhooks/export"],
  ["API logs", "/api/requests/export"],
  ["audit log", "/api/audit/export"],
];

const THEMES: [theme: Theme, icon: Action["icon"]][] = [
  ["light", Sun],
  ["dark", Moon],
  ["system", Monitor],
];

const DOCS: [what: string, path: string][] = [
  ["documentation", "/docs"],
  ["API reference", "/docs/api"],
];

/** The actions, found by their label or by other words for them. */
export function paletteActions({ isViewer, showShortcuts, signOut }: Shell): PaletteItem[] {
  const actions: Action[] = [
    ...(isViewer ? [] : CREATING),
    ...EXPORTS.map(([what, path]) => ({
      ...{ label: `Export ${what}`, words: "csv download", icon: Download },
      run: () => download(path),
    })),
    ...THEMES.map(([theme, icon]) => ({
      ...{ label: `Use ${theme} theme`, words: "switch appearance mode colors", icon },
      run: () => chooseTheme(theme),
    })),
    ...DOCS.map(([what, path]) => ({
      ...{ label: `Open ${what}`, words: "docs help guides", icon: BookOpen },
      run: () => void window.open(path, "_blank", "noopener"),
    })),
    { label: "Show keyboard shortcuts", words: "keys help", icon: Keyboard, run: showShortcuts },
    { label: "Sign out", words: "log out logout leave", icon: LogOut, run: signOut },
  ];
  return actions.map((action) => ({ ...action, id: `action ${action.label}`, group: "Actions" }));
}
