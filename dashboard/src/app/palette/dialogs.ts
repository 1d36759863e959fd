import { lazyPage } from "../lazy-page.ts";

/** The dialogs that the palette opens over any page. Each closes itself. */
export const DIALOGS = {
  "send-test-email": lazyPage(
    () => import("../../features/emails/test-email/test-email-dialog.tsx"),
    "TestEmailDialog",
  ),
  "add-contact": lazyPage(() => import("../../features/contacts/contact-dialog.tsx"), "ContactDialog"),
  "import-contacts": lazyPage(
    () => import("../../features/contacts/import/import-dialog.tsx"),
    "ImportDialog",
  ),
  "add-domain": lazyPage(() => import("../../features/domains/add-domain-dialog.tsx"), "AddDomainDialog"),
  "add-suppressions": lazyPage(() => import("../../features/suppressions/add-dialog.tsx"), "AddDialog"),
  "import-suppressions": lazyPage(
    () => import("../../features/suppressions/import-dialog.tsx"),
    "ImportDialog",
  ),
  "create-key": lazyPage(
    () => import("../../features/accounts/keys/create-key-dialog.tsx"),
    "CreateKeyDialog",
  ),
  "add-webhook": lazyPage(() => import("../../features/webhooks/add-webhook.tsx"), "AddWebhook"),
};

export type PaletteDialog = keyof typeof DIALOGS;
