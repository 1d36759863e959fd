import { Link } from "@tanstack/react-router";
import { buttonStyles } from "../../ui/button.tsx";
import { SendExample } from "../emails/send-example.tsx";
import { RelaySetting } from "../inbox/relay-setting.tsx";
import type { StepId } from "./first-steps.ts";

type StepContentProps = {
  id: StepId;
  isDone: boolean;
  /** Mail is delivered, not captured. */
  relays: boolean;
};

/** A step's explanation and its link. */
export function StepContent({ id, isDone, relays }: StepContentProps) {
  const button = buttonStyles({ variant: isDone ? "secondary" : "primary", className: "justify-self-start" });
  switch (id) {
    case "password":
      return (
        <>
          <p>The default password is public: it is in the documentation.</p>
          <Link to="/settings/account" className={button}>
            Change password
          </Link>
        </>
      );
    case "key":
      return (
        <>
          <p>API keys authenticate your app. A key is shown once, so store it as a secret.</p>
          <Link to="/keys" className={button}>
            {isDone ? "View API keys" : "Create an API key"}
          </Link>
        </>
      );
    case "send":
      return (
        <>
          <p>Run this in a terminal, or make the same request from your app.</p>
          <SendExample />
        </>
      );
    case "arrive":
      return (
        <>
          <p>
            {relays
              ? "See each delivery attempt and the server's replies."
              : "Test mode is on: your email is in the inbox, as its recipient would see it."}
          </p>
          <Link to={relays ? "/emails" : "/inbox"} className={button}>
            {relays ? "View emails" : "Open inbox"}
          </Link>
        </>
      );
    case "deliver":
      return (
        <>
          <p>
            Choose how mail leaves: through an SMTP relay, or directly to recipients' servers with{" "}
            <code className="font-mono text-[13px] text-ink">DELIVERY=direct</code>. Then restart the server.
          </p>
          <RelaySetting />
        </>
      );
    case "contact":
      return (
        <>
          <p>Contacts are the people you send email to.</p>
          <Link to="/contacts" className={button}>
            View contacts
          </Link>
        </>
      );
  }
}
