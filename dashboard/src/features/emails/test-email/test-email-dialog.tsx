import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Settings } from "../../../api-types.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useIsMounted } from "../../../ui/use-is-mounted.ts";
import { settingsQuery } from "../../accounts/settings.ts";
import { sendError } from "../compose/send-error.ts";
import { TEST_EMAIL_FIELDS, TestEmailFields } from "./test-email-fields.tsx";
import { useTestEmail } from "./use-test-email.ts";

const MESSAGE = {
  subject: "Test email from Posthouse",
  text: "This test email was sent from the dashboard of your Posthouse instance.\n",
};

/** Sends a test email to the user, and opens its page. */
export function TestEmailDialog({ onClose }: { onClose: () => void }) {
  const { data: settings } = useQuery(settingsQuery);
  return settings ? <TestEmailForm settings={settings} onClose={onClose} /> : null;
}

function TestEmailForm({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const navigate = useNavigate();
  const isOpen = useIsMounted();
  const form = useTestEmail({
    from: settings.account.default_from ?? "",
    to: settings.user.email,
    message: MESSAGE,
    onSent: (emailId) => {
      if (!isOpen.current) return;
      onClose();
      void navigate({ to: "/emails/$emailId", params: { emailId } });
    },
  });
  const { sending, to } = form;
  const errorText = sendError(sending.error, TEST_EMAIL_FIELDS);
  return (
    <FormDialog
      title="Send a test email"
      shape="sm"
      canClose={!sending.isPending}
      error={sending.error}
      errorText={errorText}
      action="Send test email"
      disabled={to.trim() === ""}
      busy={sending.isPending}
      onSubmit={() => form.send()}
      onClose={onClose}
    >
      {settings.delivery.mode === "capture" ? (
        <p className="text-ink-soft">In test mode, the email stays in the inbox of the dashboard.</p>
      ) : null}
      <TestEmailFields form={form} />
    </FormDialog>
  );
}
