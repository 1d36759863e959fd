import type { Overview } from "../../api-types.ts";

export type StepId = "password" | "key" | "send" | "arrive" | "deliver" | "contact";

export type FirstStep = {
  id: StepId;
  title: string;
  isDone: boolean;
};

/** A new account's first steps; each one needs the steps before it. */
export function firstSteps(
  { first_steps: facts, totals }: Overview,
  { staysInTestMode, isOperator }: { staysInTestMode: boolean; isOperator: boolean },
): FirstStep[] {
  const hasArrived = totals.delivered + totals.captured > 0;
  // An account that sent long ago has no totals in this period and needs no introduction.
  const isLongAgo = totals.accepted === 0;
  return [
    // Only the default admin starts with a default password.
    ...(facts.password_changed
      ? []
      : [{ id: "password" as const, title: "Change the first password", isDone: false }]),
    { id: "key", title: "Create an API key", isDone: facts.key_created },
    { id: "send", title: "Send your first email", isDone: facts.first_email_sent },
    {
      id: "arrive",
      title: "View it in the inbox",
      isDone: facts.first_email_sent && (hasArrived || isLongAgo),
    },
    // Only operators choose how mail is sent.
    ...(isOperator
      ? [
          {
            id: "deliver" as const,
            title: "Go live",
            isDone: facts.delivers_for_real || staysInTestMode,
          },
        ]
      : []),
    { id: "contact", title: "Add a contact", isDone: facts.contact_added },
  ];
}

/** Whether the first email has arrived. After that, the steps take less space on the page. */
export function hasFirstEmail(steps: readonly FirstStep[]): boolean {
  return steps.some(({ id, isDone }) => id === "arrive" && isDone);
}
