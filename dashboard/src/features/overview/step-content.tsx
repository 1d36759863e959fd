import { Link } from "@tanstack/react-router";
import { Button, buttonStyles } from "../../ui/button.tsx";
import { SendExample } from "../emails/send-example.tsx";
import type { StepId } from "./first-steps.ts";

type StepContentProps = {
  id: StepId;
  isDone: boolean;
  /** Mail is delivered, not captured. */
  relays: boolean;
  /** Completes the step for users who stay in test mode. */
  onStay: () => void;
};

/** A step's explanation and its link. */
export function StepContent({ id, isDone, relays, onStay }: StepContentProps) {
  const button = buttonStyles({ variant: isDone ? "secondary" : "primary", className: "justify-self-start" });
  switch (id) {
    case "password":
      return (
        <>
          <p>Others may know the first password. Choose your own.</p>
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
          <p>Run the command in a terminal, or send from your app.</p>
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
          <p>Choose how mail is sent, verify your domain, and watch a test email arrive, in three steps.</p>
          <div className="flex flex-wrap gap-2">
            <Link to="/go-live" className={button}>
              Go live
            </Link>
            {isDone ? null : <Button onClick={onStay}>Stay in test mode</Button>}
          </div>
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
