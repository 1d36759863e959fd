import { Link } from "@tanstack/react-router";
import { buttonStyles } from "../../ui/button.tsx";
import { SendExample } from "../emails/send-example.tsx";
import { RelaySetting } from "../inbox/relay-setting.tsx";
import type { StepId } from "./first-steps.ts";

type StepContentProps = {
  id: StepId;
  isDone: boolean;
  /** Mail goes out through a relay; otherwise it is captured. */
  relays: boolean;
};

/** What a step is for, and the way to it. */
export function StepContent({ id, isDone, relays }: StepContentProps) {
  const button = buttonStyles({ variant: isDone ? "secondary" : "primary", className: "justify-self-start" });
  switch (id) {
    case "password":
      return (
        <>
          <p>The one that you signed in with is printed in the documentation for everybody to read.</p>
          <Link to="/settings/account" className={button}>
            Change password
          </Link>
        </>
      );
    case "key":
      return (
        <>
          <p>Your programs sign in with a key. It is shown once; keep it where they can read it.</p>
          <Link to="/settings/keys" className={button}>
            {isDone ? "Your API keys" : "Create an API key"}
          </Link>
        </>
      );
    case "send":
      return (
        <>
          <p>One request from a terminal, or the same from any language.</p>
          <SendExample />
        </>
      );
    case "arrive":
      return (
        <>
          <p>
            {relays
              ? "See how it went from here to the next server, with every reply on the way."
              : "Nothing leaves this server yet: your email waits in the inbox, as its reader would see it."}
          </p>
          <Link to={relays ? "/emails" : "/inbox"} className={button}>
            {relays ? "Open the emails" : "Open the inbox"}
          </Link>
        </>
      );
    case "deliver":
      return (
        <>
          <p>
            To reach real people, name a mail server that takes your mail, or let this one hand it to the
            recipients' servers with <code className="font-mono text-[13px] text-ink">DELIVERY=direct</code>,
            and start the server again.
          </p>
          <RelaySetting />
        </>
      );
    case "contact":
      return (
        <>
          <p>Keep the people you write to here, with what you know about them.</p>
          <Link to="/contacts" className={button}>
            Open the contacts
          </Link>
        </>
      );
  }
}
