import type { Overview } from "../../api-types.ts";

export type StepId = "password" | "key" | "send" | "arrive" | "deliver" | "contact";

export type FirstStep = {
  id: StepId;
  title: string;
  isDone: boolean;
};

/** What a new account does first, in the order in which one thing needs the other. */
export function firstSteps({ first_steps: facts, totals }: Overview): FirstStep[] {
  const hasArrived = totals.delivered + totals.captured > 0;
  // Whoever sent something long ago has no totals any more, and needs no lesson either.
  const isLongAgo = totals.accepted === 0;
  return [
    // Only the default admin ever has a password to get rid of.
    ...(facts.password_changed
      ? []
      : [{ id: "password" as const, title: "Choose your own password", isDone: false }]),
    { id: "key", title: "Create an API key", isDone: facts.key_created },
    { id: "send", title: "Send your first email", isDone: facts.first_email_sent },
    {
      id: "arrive",
      title: "See it arrive",
      isDone: facts.first_email_sent && (hasArrived || isLongAgo),
    },
    { id: "deliver", title: "Deliver for real", isDone: facts.delivers_for_real },
    { id: "contact", title: "Add a contact", isDone: facts.contact_added },
  ];
}
